import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Resource } from '../resource.ts'

/** Rows are counted up to here; beyond it the planner's estimate is used. */
export const COUNTED = 10_000

/** Counts the rows that fulfil a condition, at a cost that does not grow with the table. */
export async function countRows(db: Db, source: Source, where: Expression<SqlBool>): Promise<Count> {
  const { rows } = await countStatement(source, where).execute(db)
  const { total } = rows[0]!
  if (total <= COUNTED) return { total, estimated: false }
  return { total: Math.max(total, await estimateRows(db, source, where)), estimated: true }
}

export function countStatement(source: Source, where: Expression<SqlBool>): RawBuilder<{ total: number }> {
  return sql`select count(*)::int as total
    from (select from ${tablesOf(source)} where ${where} limit ${sql.lit(COUNTED + 1)}) counted`
}

/** What the resource adds up over the rows that fulfil a condition, and how many they are. */
export async function sumRows(
  db: Db,
  source: Source,
  where: Expression<SqlBool>,
  sums: NonNullable<Resource['sums']>,
): Promise<Count & { sums: Record<string, number | null> }> {
  const columns = Object.entries(sums).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, number | null> & { total: number }>`
    select ${sql.join([...columns, sql`count(*)::float8 as total`])} from ${tablesOf(source)} where ${where}`.execute(
    db,
  )
  const { total, ...added } = rows[0]!
  return { total, estimated: false, sums: added }
}

/** The planner's row estimate, from the table statistics. */
async function estimateRows(db: Db, source: Source, where: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${tablesOf(source)} where ${where}`.execute(db)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/** The table, and those joined to it, as an item of FROM. */
function tablesOf({ table, joins = {} }: Source): RawBuilder<unknown> {
  const joined = Object.entries(joins).map(
    ([alias, { table, on }]) => sql`left join ${sql.table(table)} as ${sql.ref(alias)} on ${on}`,
  )
  return sql.join([sql.table(table), ...joined], sql` `)
}

type Source = Pick<Resource, 'table' | 'joins'>
export type Count = { total: number; estimated: boolean }

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Rows are counted up to here; beyond it the planner's estimate is used. */
export const COUNTED = 10_000

/** Counts the rows that fulfil a condition, at a cost that does not grow with the table. */
export async function countRows(db: Db, table: string, where: Expression<SqlBool>): Promise<Count> {
  const { rows } = await countStatement(table, where).execute(db)
  const { total } = rows[0]!
  if (total <= COUNTED) return { total, estimated: false }
  return { total: Math.max(total, await estimateRows(db, table, where)), estimated: true }
}

export function countStatement(table: string, where: Expression<SqlBool>): RawBuilder<{ total: number }> {
  return sql`select count(*)::int as total
    from (select from ${sql.table(table)} where ${where} limit ${sql.lit(COUNTED + 1)}) counted`
}

/** The planner's row estimate, from the table statistics. */
async function estimateRows(db: Db, table: string, where: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${sql.table(table)} where ${where}`.execute(db)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

export type Count = { total: number; estimated: boolean }

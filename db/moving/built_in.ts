import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, tables } from '../tables/index.ts'
import { type Declared, ownerOf, type Reference, stage } from './plan.ts'

const withBuiltIn: Declared[] = (tables as Declared[]).filter(({ moves }) => moves?.built_in_by)

/**
 * Finds the built-in rows of the file that are here, too, under another id, into the temporary table
 * `moving_built_in (parent, id, new_id)`. Others, of an earlier release, become the organisation's own.
 */
export async function mapBuiltIn(trx: Kysely<Database>): Promise<void> {
  await sql`drop table if exists pg_temp.moving_built_in`.execute(trx)
  await sql`create temp table moving_built_in (parent text, id bigint, new_id bigint) on commit drop`.execute(trx)
  for (const table of withBuiltIn) {
    const owner = sql.ref(ownerOf(table)!)
    const same = table.moves!.built_in_by!.map((column) => sql`t.${sql.ref(column)} = s.${sql.ref(column)}`)
    await sql`insert into moving_built_in select ${table.name}, s.id, t.id from ${stage(table)} s
      join ${table.ref} t on t.${owner} is null and ${sql.join(same, sql` and `)}
      where s.${owner} is null`.execute(trx)
  }
}

/** The columns of a table that refer to tables with built-in rows, each with its value here. */
export function builtInValues({ name }: Declared, references: Reference[]): [string, RawBuilder<unknown>][] {
  return references
    .filter(({ table, parent }) => table === name && withBuiltIn.some((one) => one.name === parent))
    .map(({ column, parent }) => [
      column,
      sql`coalesce((select m.new_id from moving_built_in m where m.parent = ${parent} and m.id = s.${sql.ref(column)}),
        s.${sql.ref(column)})`,
    ])
}

/** The condition that a row `s` of the file is not here already: as a built-in row, or as a part of one. */
export function isNew(table: Declared, references: Reference[]): RawBuilder<SqlBool> {
  const isHere = (parent: string, column: string) =>
    sql`exists (select from moving_built_in m where m.parent = ${parent} and m.id = s.${sql.ref(column)})`
  if (withBuiltIn.includes(table)) return sql`not ${isHere(table.name, 'id')}`
  if (ownerOf(table)) return sql`true`
  const whole = references.find((one) => one.table === table.name && withBuiltIn.some((t) => t.name === one.parent))
  return whole ? sql`not ${isHere(whole.parent, whole.column)}` : sql`true`
}

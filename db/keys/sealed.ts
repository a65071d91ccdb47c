import { type Kysely, sql } from 'kysely'
import type { Table } from '../tables/define_table.ts'
import { type Database, tables } from '../tables/index.ts'

const declared: Table[] = tables

/** Every sealed column. */
export const sealedColumns: Sealed[] = declared.flatMap((table) =>
  sealedOf(table).map(([column, purpose]) => ({ table, column, purpose })),
)

/** Tables with wrapped keys of contents. */
export const wrapping = declared.filter(({ has_wrapped_key }) => has_wrapped_key)

/** The sealed columns of a table, each with the purpose of a value by the row's `keyOf`. */
export function sealedOf({ sealed = {} }: Table): [string, (key: string) => string][] {
  return Object.entries(sealed).flatMap(([column, purpose]) => (purpose ? [[column, purpose]] : []))
}

export const keyOf = ({ sealed_by = 'id' }: Table): string => sealed_by

/** How many values, contents of files among them, are sealed with each key. */
export async function countSealed(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const sealed = sealedColumns.map(
    ({ table, column }) => sql`select split_part(${sql.ref(column)}, '.', 2) as id, count(*)::int as count
      from ${table.ref} where ${sql.ref(column)} like 'v2.%' group by 1`,
  )
  const wrapped = wrapping.map(({ ref }) => sql`select key_id as id, count(*)::int as count from ${ref} group by 1`)
  const { rows } = await sql<{ id: string; count: number }>`select id, sum(count)::float8 as count
    from (${sql.join([...sealed, ...wrapped], sql` union all `)}) s group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export type Sealed = { table: Table; column: string; purpose(key: string): string }

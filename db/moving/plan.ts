import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Table } from '../tables/define_table.ts'
import { type Database, type TableName, tables, UserAccount } from '../tables/index.ts'

type Declared = Table<TableName>

const declared: Declared[] = tables

/** Accounts and their recovery codes, which are written before all else (`users.ts`). */
export const accountTables = declared.filter(({ moves }) => moves?.with_accounts)

/** The tables that move but those of accounts, those that others refer to first. */
export async function movedTables(db: Kysely<Database>): Promise<Declared[]> {
  const moved = declared.filter(({ stays, moves }) => !stays && !moves?.with_accounts)
  return inOrder(moved, await readReferences(db))
}

/** Those that others refer to first. References that go round are set when all rows are there: they do not count. */
export function inOrder(some: Declared[], references: Reference[]): Declared[] {
  const ordered: Declared[] = []
  const visit = (table: Declared, path: Declared[]) => {
    if (ordered.includes(table) || path.includes(table)) return
    for (const { parent, column } of references.filter((one) => one.table === table.name)) {
      const found = parent !== table.name && some.find(({ name }) => name === parent)
      if (found && !table.moves?.at_first?.[column]) visit(found, [...path, table])
    }
    ordered.push(table)
  }
  for (const table of some) visit(table, [])
  return ordered
}

/** The temporary table with a table's rows of the file. */
export const stageOf = ({ name }: { name: string }) => `moving_${name}`
export const stage = (table: { name: string }) => sql.ref(stageOf(table))

/** The column with the id of the organisation that a row is of; null where it is of another row. */
export function ownerOf({ columns, moves }: Table): string | null {
  const owner = moves?.owner ?? 'organisation_id'
  return owner in columns ? owner : null
}

/** The rows of an organisation, as `t`. */
export function rowsOf(table: Table, organisation_id: number): RawBuilder<SqlBool> {
  const { rows } = table.moves ?? {}
  return rows?.(organisation_id) ?? sql`t.${sql.ref(ownerOf(table)!)} = ${organisation_id}`
}

/** References between tables whose key does not include the organisation. */
export async function readReferences(db: Kysely<Database>): Promise<Reference[]> {
  const { rows } = await sql<{ table: TableName; parent: TableName; columns: string[] }>`
    select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as parent,
      (select array_agg(a.attname::text order by k.i) from unnest(c.conkey) with ordinality k (n, i)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n) as columns
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db)
  const name = (text: string) => text.replaceAll('"', '') as TableName
  return rows.map(({ table, parent, columns }) => ({
    table: name(table),
    parent: name(parent),
    column: columns.at(-1)!,
  }))
}

/** Columns with ids of another table without a foreign key: the row may have been deleted. */
export function namedIn({ name, columns }: Table, references: Reference[]): { column: string; parent: Declared }[] {
  const named = declared.flatMap((parent) => (parent.moves?.named_in ?? []).map((column) => ({ column, parent })))
  return named.filter(
    ({ column }) => column in columns && !references.some((one) => one.table === name && one.column === column),
  )
}

/** The columns of each table that hold the id of an account. */
export async function userColumns(db: Kysely<Database>): Promise<(table: Table) => string[]> {
  const references = await readReferences(db)
  const toUsers = references.filter(({ parent }) => parent === UserAccount.name)
  return (table) => [
    ...toUsers.filter((one) => one.table === table.name).map(({ column }) => column),
    ...namedIn(table, references).flatMap(({ parent, column }) => (parent.name === UserAccount.name ? [column] : [])),
  ]
}

export type Reference = { table: TableName; parent: TableName; column: string }
export type { Declared }

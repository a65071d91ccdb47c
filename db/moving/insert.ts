import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import type { Column } from '../tar/columns.ts'
import { builtInValues, isNew } from './built_in.ts'
import { type Declared, movedTables, readReferences, stage, userColumns } from './plan.ts'

/**
 * Writes the staged rows, those that others refer to first. Ids stay; those of accounts are the ones of `moving_user`,
 * and null where an account does not move. Without trust, limits are those of a new organisation, and consent is asked
 * for again.
 */
export async function insertAll(trx: Kysely<Database>, { trust, columns }: Inserting): Promise<void> {
  const references = await readReferences(trx)
  const accountColumns = await userColumns(trx)
  const moved = await movedTables(trx)
  for (const table of moved) {
    const { values, untrusted = {}, at_first } = table.moves ?? {}
    if (!trust && untrusted === null) continue
    const accounts = accountColumns(table).map((column) => [
      column,
      sql`(select m.new_id from moving_user m where m.id = s.${sql.ref(column)})`,
    ])
    const given = {
      ...Object.fromEntries([...builtInValues(table, references), ...accounts]),
      ...values,
      ...at_first,
      ...(!trust && untrusted),
    }
    await insertTable(trx, { table, columns: columns.get(table.name)!, given, where: isNew(table, references) })
  }
  for (const table of moved) if (table.moves?.at_first) await setLast(trx, table, Object.keys(table.moves.at_first))
}

async function insertTable(trx: Kysely<Database>, { table, columns, given, where }: Written): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name }) => given[name] ?? sql`s.${sql.ref(name)}`))
  const key = table.moves?.made_by_trigger?.map((column) => sql.ref(column))
  const made = key
    ? sql`on conflict (${sql.join(key)}) do update set ${sql.join(
        columns.map(({ name }) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
      )}`
    : sql``
  await sql`insert into ${table.ref} (${names}) overriding system value
    select ${values} from ${stage(table)} s where ${where} ${made}`.execute(trx)
}

async function setLast(trx: Kysely<Database>, table: Declared, columns: string[]): Promise<void> {
  const names = columns.map((column) => sql.ref(column))
  const values = sql.join(names.map((name) => sql`${name} = s.${name}`))
  const row = (of: string) => sql`(${sql.join(names.map((name) => sql`${sql.ref(of)}.${name}`))})`
  await sql`update ${table.ref} t set ${values} from ${stage(table)} s
    where s.id = t.id and ${row('s')} is distinct from ${row('t')}`.execute(trx)
}

type Inserting = { trust: boolean; columns: Map<string, Column[]> }
type Written = {
  table: Declared
  columns: Column[]
  given: Record<string, RawBuilder<unknown>>
  where: RawBuilder<unknown>
}

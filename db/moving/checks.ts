import { type Kysely, sql } from 'kysely'
import { columnsOf } from '../backup/columns.ts'
import type { Database } from '../tables/index.ts'
import { MoveError } from './format.ts'
import { idRange, readInstallation } from './installation.ts'
import { looseReferences, movedTables, readReferences, stage, type TableName } from './plan.ts'

/** @throws {MoveError} when the organisation, or one of its name, is here */
export async function checkFree(db: Kysely<Database>, { id, name }: { id: number; name: string }): Promise<void> {
  const here = await db.selectFrom('organisation').select('name').where('id', '=', id).executeTakeFirst()
  if (here) throw new MoveError(`The organisation ${id} is here already (${here.name}).`)
  const same = await db
    .selectFrom('organisation')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  if (same) throw new MoveError(`The name ${name} is taken here by organisation ${same.id}: change one of them.`)
}

/** @throws {MoveError} when rows are of another organisation, or tracker numbers are taken */
export async function checkStaged(trx: Kysely<Database>, id: number): Promise<void> {
  for (const table of await movedTables(trx)) {
    const columns = await columnsOf(trx, table)
    const own = table === 'organisation' ? 'id' : 'organisation_id'
    if (!columns.some(({ name }) => name === own)) continue
    // Built-in standards, which are compared with those that are here.
    const built_in = table === 'cpd_standard' ? sql`and s.organisation_id is not null` : sql``
    const { rows } = await sql`select 1 from ${stage(table)} s
      where s.${sql.ref(own)} is distinct from ${id} ${built_in} limit 1`.execute(trx)
    if (rows.length > 0) throw new MoveError(`The file has rows of another organisation (${table}).`)
  }
  const { rows: count } = await sql`select 1 from moving_organisation`.execute(trx)
  if (count.length !== 1) throw new MoveError('The file has no organisation.')
  const { rows: numbers } = await sql<{ number: string }>`
    select s.number from moving_tracker s where exists (select from tracker t
      where t.number = s.number or t.canonical_number = canonical_tracker_number(s.number))
    order by 1 limit 101`.execute(trx)
  if (numbers.length === 0) return
  const named = numbers.slice(0, 100).map(({ number }) => number)
  throw new MoveError(
    `${named.length === 1 ? 'This tracker number is' : 'These tracker numbers are'} taken here: ${named.join(', ')}` +
      `${numbers.length > 100 ? ' and more' : ''}. Delete the trackers in one of the installations.`,
  )
}

/**
 * Ids stay what they are. Those of the file must not be of other organisations here, nor ones that this installation has
 * yet to give out.
 *
 * @throws {MoveError}
 */
export async function checkIds(trx: Kysely<Database>): Promise<void> {
  const range = idRange((await readInstallation(trx)) ?? 0)
  for (const table of await movedTables(trx)) {
    const columns = await columnsOf(trx, table)
    if (!columns.some(({ name, type }) => name === 'id' && type === 'bigint')) continue
    const built_in = table === 'cpd_standard' ? sql`s.organisation_id is not null` : sql`true`
    const { rows } = await sql<{ wrong: boolean; given: boolean }>`
      select coalesce(bool_or(s.id < 1 or s.id > ${sql.lit(Number.MAX_SAFE_INTEGER)}), false) as wrong,
        coalesce(bool_or(s.id between coalesce((select last_value + 1 from pg_sequences
            where schemaname = current_schema() and sequencename = ${`${table}_id_seq`}), ${sql.lit(range.from)})
          and ${sql.lit(range.to)}), false) as given
      from ${stage(table)} s where ${built_in}`.execute(trx)
    if (rows[0]!.wrong) throw new MoveError(`The file has ids that are none (${table}).`)
    if (rows[0]!.given) {
      throw new MoveError(
        `The file has ids that this installation has yet to give out (${table}): do both have the same ` +
          'INSTALLATION_NUMBER?',
      )
    }
    // Events have no index on their id alone, and are always read by tracker.
    if (table === 'tracker_event') continue
    const { rows: taken } = await sql<{ id: number }>`
      select s.id from ${stage(table)} s join ${sql.table(table)} t on t.id = s.id where ${built_in} limit 1`.execute(
      trx,
    )
    if (taken.length > 0 && !['cpd_standard', 'cpd_rule'].includes(table)) {
      throw new MoveError(
        `The id ${taken[0]!.id} of ${table} is taken here: do both installations have the same INSTALLATION_NUMBER?`,
      )
    }
  }
}

/**
 * Rows of the file refer to rows of the file.
 *
 * @throws {MoveError}
 */
export async function checkReferences(trx: Kysely<Database>, id: number): Promise<void> {
  const moved = await movedTables(trx)
  const references = await readReferences(trx)
  for (const { table, parent, column } of references) {
    if (!moved.includes(table) || !moved.includes(parent)) continue
    // A currency of the installation has no id.
    const { rows } = await sql`select 1 from ${stage(table)} s
      where s.${sql.ref(column)} is not null
        and not exists (select from ${stage(parent)} p where p.id = s.${sql.ref(column)}) limit 1`.execute(trx)
    if (rows.length > 0) throw new MoveError(`The file has rows that refer to others' (${table}.${column}).`)
  }
  for (const table of moved) {
    for (const { name, type } of await columnsOf(trx, table)) {
      const parent = looseReferences[name]
      if (!parent || type !== 'bigint') continue
      if (references.some((one) => one.table === table && one.column === name)) continue
      await refuseOthers(trx, { table, column: name, parent, id })
    }
  }
  await checkEntities(trx, moved, id)
}

/** Tables that name what the row is about, and the table that it is in. */
const byEntity: Partial<Record<TableName, (entity: string) => TableName>> = {
  provider_outbox: (entity) =>
    entity === 'contact' ? 'contact' : ['invoice', 'credit_note'].includes(entity) ? 'invoice' : 'transaction',
  file_evidence: (entity) => entity as TableName,
  cpd_snapshot: (entity) => (entity === 'devform' ? 'devform' : 'devplan'),
}

async function checkEntities(trx: Kysely<Database>, moved: TableName[], id: number): Promise<void> {
  for (const [table, tableOf] of Object.entries(byEntity)) {
    const { rows } = await sql<{ entity: string }>`select distinct entity from ${stage(table)}`.execute(trx)
    for (const { entity } of rows) {
      const parent = tableOf(entity)
      if (!moved.includes(parent)) throw new MoveError(`The file has rows about what does not move (${table}).`)
      await refuseOthers(trx, { table, column: 'entity_id', parent, id, entity })
    }
  }
}

/** What is not in the file may have been deleted, but must not be another organisation's. */
async function refuseOthers(
  trx: Kysely<Database>,
  { table, column, parent, id, entity }: { table: string; column: string; parent: string; id: number; entity?: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from (select distinct s.${sql.ref(column)} as id from ${stage(table)} s
      where s.${sql.ref(column)} is not null ${entity ? sql`and s.entity = ${entity}` : sql``}) r
    where not exists (select from ${stage(parent)} p where p.id = r.id)
      and exists (select from ${sql.table(parent)} t where t.id = r.id and ${
        parent === 'organisation' ? sql`t.id <> ${id}` : sql`t.organisation_id is distinct from ${id}`
      }) limit 1`.execute(trx)
  if (rows.length > 0) throw new MoveError(`The file has rows that refer to others' (${table}.${column}).`)
}

import { type Kysely, sql } from 'kysely'
import { idRange, readInstallation } from '../ids/installation.ts'
import { type Database, Organisation, Tracker } from '../tables/index.ts'
import { isNew } from './built_in.ts'
import { MoveError } from './format.ts'
import { type Declared, movedTables, namedIn, ownerOf, readReferences, stage } from './plan.ts'

/** @throws {MoveError} when the organisation, or one of its name, is here */
export async function checkFree(db: Kysely<Database>, { id, name }: { id: number; name: string }): Promise<void> {
  const here = await db.selectFrom(Organisation.name).select('name').where('id', '=', id).executeTakeFirst()
  if (here) throw new MoveError(`The organisation ${id} is here already (${here.name}).`)
  const same = await db
    .selectFrom(Organisation.name)
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  if (same) throw new MoveError(`The name ${name} is taken here by organisation ${same.id}: change one of them.`)
}

/** @throws {MoveError} when rows are of another organisation, or tracker numbers are taken */
export async function checkStaged(trx: Kysely<Database>, id: number): Promise<void> {
  for (const table of await movedTables(trx)) {
    const owner = ownerOf(table)
    if (!owner) continue
    // Those that are built in are compared with those that are here.
    const built_in = table.moves?.built_in_by ? sql`and s.${sql.ref(owner)} is not null` : sql``
    const { rows } = await sql`select 1 from ${stage(table)} s
      where s.${sql.ref(owner)} is distinct from ${id} ${built_in} limit 1`.execute(trx)
    if (rows.length > 0) throw new MoveError(`The file has rows of another organisation (${table.name}).`)
  }
  const { rows: count } = await sql`select 1 from ${stage(Organisation)}`.execute(trx)
  if (count.length !== 1) throw new MoveError('The file has no organisation.')
  const { rows: numbers } = await sql<{ number: string }>`
    select s.number from ${stage(Tracker)} s where exists (select from ${Tracker.ref} t
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
 * yet to give out. Built-in rows that are here, too, are not written (`mapBuiltIn`).
 *
 * @throws {MoveError}
 */
export async function checkIds(trx: Kysely<Database>): Promise<void> {
  const range = idRange((await readInstallation(trx)) ?? 0)
  const references = await readReferences(trx)
  for (const table of await movedTables(trx)) {
    const { name } = table
    const { rows: ids } = await sql<{ is_indexed: boolean }>`select exists (select from pg_index i
        where i.indrelid = a.attrelid and i.indkey[0] = a.attnum) as is_indexed
      from pg_attribute a where a.attrelid = ${name}::regclass and a.attname = 'id' and a.atttypid = 'bigint'::regtype`.execute(
      trx,
    )
    if (!ids[0]) continue
    const where = isNew(table, references)
    const { rows } = await sql<{ wrong: boolean; given: boolean }>`
      select coalesce(bool_or(s.id < 1 or s.id > ${sql.lit(Number.MAX_SAFE_INTEGER)}), false) as wrong,
        coalesce(bool_or(s.id between coalesce((select last_value + 1 from pg_sequences
            where schemaname = current_schema() and sequencename = ${`${name}_id_seq`}), ${sql.lit(range.from)})
          and ${sql.lit(range.to)}), false) as given
      from ${stage(table)} s where ${where}`.execute(trx)
    if (rows[0]!.wrong) throw new MoveError(`The file has ids that are none (${name}).`)
    if (rows[0]!.given) {
      throw new MoveError(
        `The file has ids that this installation has yet to give out (${name}): do both have the same ` +
          'INSTALLATION_NUMBER?',
      )
    }
    // Events are always read by tracker.
    if (!ids[0].is_indexed) continue
    const { rows: taken } = await sql<{ id: number }>`
      select s.id from ${stage(table)} s join ${table.ref} t on t.id = s.id where ${where} limit 1`.execute(trx)
    if (taken.length > 0) {
      throw new MoveError(
        `The id ${taken[0]!.id} of ${name} is taken here: do both installations have the same INSTALLATION_NUMBER?`,
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
  const movedOf = (name: string) => moved.find((table) => table.name === name)
  const references = await readReferences(trx)
  for (const { table, parent, column } of references) {
    const [from, to] = [movedOf(table), movedOf(parent)]
    if (!from || !to) continue
    // A currency of the installation has no id.
    const { rows } = await sql`select 1 from ${stage(from)} s
      where s.${sql.ref(column)} is not null
        and not exists (select from ${stage(to)} p where p.id = s.${sql.ref(column)}) limit 1`.execute(trx)
    if (rows.length > 0) throw new MoveError(`The file has rows that refer to others' (${table}.${column}).`)
  }
  for (const table of moved) {
    for (const { column, parent } of namedIn(table, references)) {
      if (moved.includes(parent)) await refuseOthers(trx, { table, column, parent, id })
    }
    const { about } = table.moves ?? {}
    if (!about) continue
    const { rows } = await sql<{ entity: string }>`select distinct entity from ${stage(table)}`.execute(trx)
    for (const { entity } of rows) {
      const parent = movedOf(about(entity))
      if (!parent) throw new MoveError(`The file has rows about what does not move (${table.name}).`)
      await refuseOthers(trx, { table, column: 'entity_id', parent, id, entity })
    }
  }
}

/** A referenced row that the file lacks may have been deleted, but must not belong to another organisation. */
async function refuseOthers(trx: Kysely<Database>, { table, column, parent, id, entity }: Naming): Promise<void> {
  const { rows } = await sql`
    select 1 from (select distinct s.${sql.ref(column)} as id from ${stage(table)} s
      where s.${sql.ref(column)} is not null ${entity ? sql`and s.entity = ${entity}` : sql``}) r
    where not exists (select from ${stage(parent)} p where p.id = r.id)
      and exists (select from ${parent.ref} t
        where t.id = r.id and t.${sql.ref(ownerOf(parent)!)} is distinct from ${id}) limit 1`.execute(trx)
  if (rows.length > 0) throw new MoveError(`The file has rows that refer to others' (${table.name}.${column}).`)
}

type Naming = { table: Declared; column: string; parent: Declared; id: number; entity?: string }

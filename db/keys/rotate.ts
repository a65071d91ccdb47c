import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Table } from '../tables/define_table.ts'
import type { Database } from '../tables/index.ts'
import { registerKeys } from './open.ts'
import { KeyError, type KeyRing } from './ring.ts'
import { countSealed, keyOf, type Sealed, sealedColumns, wrapping } from './sealed.ts'

/**
 * Adds a key to the ring (with FILE_KEYS: takes the first one there) and seals everything with it. Contents of files are
 * not written again, only their wrapped keys. Keys that an earlier rotation replaced are removed.
 *
 * @returns how many values were sealed again, and the removed keys
 */
export async function rotateKeys(db: Kysely<Database>, ring: KeyRing): Promise<Rotated> {
  const before = ring.ids.filter((id) => id !== ring.current)
  if (ring.is_file) ring.add()
  await registerKeys(db, ring)
  let count = 0
  for (const sealed of sealedColumns) count += await sealAgain(db, ring, sealed)
  count += await wrapAgain(db, ring)
  await indexAgain(db, ring)
  const removed: string[] = []
  // The key that was current until now stays for one more rotation: running processes may use it for a moment.
  for (const id of before) if (!(await isUsed(db, id))) removed.push(id)
  if (removed.length > 0) await db.deleteFrom('encryption_key').where('id', 'in', removed).execute()
  if (ring.is_file) ring.remove(removed)
  return { current: ring.current, count, removed }
}

/**
 * Gives up a lost key: what it encrypted can never be read. It stays known as given up.
 *
 * @param ring of this process, whose keys are not lost; null where it has none
 * @param is_lost says that the key is gone for good although values are sealed with it
 * @throws {KeyError} with the reason why it is not given up
 */
export async function forgetKey(
  db: Kysely<Database>,
  id: string,
  { ring, is_lost }: { ring: Pick<KeyRing, 'current' | 'ids'> | null; is_lost: boolean },
): Promise<number> {
  const known = await db.selectFrom('encryption_key').select('forgotten_at').where('id', '=', id).executeTakeFirst()
  if (!known) throw new KeyError(`The database has no key ${id}.`)
  if (known.forgotten_at) throw new KeyError(`The key ${id} was given up before.`)
  const count = (await countSealed(db)).get(id) ?? 0
  if (ring?.current === id) throw new KeyError(`The key ${id} is the current one: everything new is sealed with it.`)
  if (ring?.ids.includes(id)) {
    throw new KeyError(
      count > 0
        ? `The key ${id} is not lost: it is in the key ring, and ${valuesOf(count)} sealed with it. Rotate the keys instead.`
        : `The key ${id} is not lost: it is in the key ring until the next rotation, which removes it.`,
    )
  }
  if (count > 0 && !is_lost) {
    throw new KeyError(
      `${valuesOf(count)} sealed with the key ${id}, put back the key ring of a ` +
        'backup. If it is gone for good, --lost gives up the key and all of them.',
    )
  }
  await db.updateTable('encryption_key').set({ forgotten_at: sql`now()` }).where('id', '=', id).execute()
  return count
}

const valuesOf = (count: number) => (count === 1 ? '1 value is' : `${count} values are`)

/** Values that cannot be opened, such as those sealed by a lost secret, are not changed. */
async function sealAgain(db: Kysely<Database>, ring: KeyRing, { table, column, purpose }: Sealed): Promise<number> {
  const [key, value] = [sql.ref(keyOf(table)), sql.ref(column)]
  const { rows } = await sql<{ key: string; sealed: string }>`
    select ${key}::text as key, ${value} as sealed from ${table.ref} where ${value} is not null`.execute(db)
  let count = 0
  for (const row of rows) {
    if (ring.isCurrent(row.sealed)) continue
    const text = tryToOpen(() => ring.unseal(row.sealed, purpose(row.key)))
    if (text === null) continue
    const sealed = ring.seal(text, purpose(row.key))
    // A value that has changed since is sealed with the new key already.
    await sql`update ${table.ref} set ${value} = ${sealed} where ${key}::text = ${row.key} and ${value} = ${row.sealed}`.execute(
      db,
    )
    count++
  }
  return count
}

/** Health numbers are found by an HMAC of the current key, as those written from now on. */
async function indexAgain(db: Kysely<Database>, ring: KeyRing): Promise<void> {
  for (const { table, column, purpose } of sealedColumns) {
    if (table.found_by?.of !== column) continue
    const [sealed, index] = [sql.ref(column), sql.ref(table.found_by.column)]
    for await (const row of readInPages<Indexed>(db, {
      table,
      where: sql`${sealed} is not null`,
      columns: sql`organisation_id, ${sealed} as sealed, ${index} as index`,
    })) {
      const text = tryToOpen(() => ring.unseal(row.sealed, purpose(String(row.id))))
      const [found] = text ? ring.index(text, table.found_by.purpose(row.organisation_id)) : []
      if (!found || found === row.index) continue
      await sql`update ${table.ref} set ${index} = ${found} where id = ${row.id} and ${sealed} = ${row.sealed}`.execute(
        db,
      )
    }
  }
}

async function wrapAgain(db: Kysely<Database>, ring: KeyRing): Promise<number> {
  let count = 0
  for (const table of wrapping) {
    for await (const { id, ...wrapped } of readInPages<{ id: number; key_id: string; wrapped_key: string }>(db, {
      table,
      columns: sql`key_id, wrapped_key`,
      where: sql`key_id <> ${ring.current}`,
    })) {
      const bytes = tryToOpen(() => ring.unwrap(wrapped))
      if (!bytes) continue
      const { key_id, wrapped_key } = ring.wrap(bytes)
      await sql`update ${table.ref} set key_id = ${key_id}, wrapped_key = ${wrapped_key} where id = ${id}`.execute(db)
      count++
    }
  }
  return count
}

/** Rows in the order of their ids, each page in a statement of its own. */
async function* readInPages<Row extends { id: number }>(db: Kysely<Database>, of: Pages): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`select id, ${of.columns} from ${of.table.ref}
      where id > ${after} and ${of.where} order by id limit ${sql.lit(PAGE)}`.execute(db)
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}

async function isUsed(db: Kysely<Database>, id: string): Promise<boolean> {
  const sealed = sealedColumns.map(
    ({ table, column }) => sql`select 1 from ${table.ref} where ${sql.ref(column)} like ${`v2.${id}.%`}`,
  )
  const wrapped = wrapping.map(({ ref }) => sql`select 1 from ${ref} where key_id = ${id}`)
  const { rows } = await sql`select 1 where exists (${sql.join([...sealed, ...wrapped], sql` union all `)})`.execute(db)
  return rows.length > 0
}

function tryToOpen<T>(open: () => T): T | null {
  try {
    return open()
  } catch {
    return null
  }
}

const PAGE = 1000

type Indexed = { id: number; organisation_id: number; sealed: string; index: string | null }
type Pages = { table: Table; columns: RawBuilder<unknown>; where: RawBuilder<unknown> }
type Rotated = { current: string; count: number; removed: string[] }

import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { registerKeys } from './open.ts'
import { purposes } from './purposes.ts'
import { KeyError, type KeyRing } from './ring.ts'
import { countSealed, type Sealed, sealedColumns } from './sealed.ts'

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

/** A value that cannot be opened any more, such as one of a lost secret, is left as it is. */
async function sealAgain(db: Kysely<Database>, ring: KeyRing, { table, column, id, purpose }: Sealed): Promise<number> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select (${id})::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null`.execute(db)
  let count = 0
  for (const row of rows) {
    if (ring.isCurrent(row.sealed)) continue
    const text = tryToOpen(() => ring.unseal(row.sealed, purpose(row.id)))
    if (text === null) continue
    const sealed = ring.seal(text, purpose(row.id))
    // A value that has changed since is sealed with the new key already.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
      where (${id})::text = ${row.id} and ${sql.ref(column)} = ${row.sealed}`.execute(db)
    count++
  }
  return count
}

/** Health numbers are found by an HMAC of the current key, as those written from now on. */
async function indexAgain(db: Kysely<Database>, ring: KeyRing): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('procedure')
      .select(['id', 'organisation_id', 'nhi_sealed', 'nhi_index'])
      .where('id', '>', after)
      .where('nhi_sealed', 'is not', null)
      .orderBy('id')
      .limit(1000)
      .execute()
    for (const { id, organisation_id, nhi_sealed, nhi_index } of rows) {
      after = id
      const number = tryToOpen(() => ring.unseal(nhi_sealed!, purposes.nhi(id)))
      const index = number && ring.index(number, purposes.nhi_index(organisation_id))[0]
      if (!index || index === nhi_index) continue
      await db
        .updateTable('procedure')
        .set({ nhi_index: index })
        .where('id', '=', id)
        .where('nhi_sealed', '=', nhi_sealed)
        .execute()
    }
    if (rows.length < 1000) return
  }
}

async function wrapAgain(db: Kysely<Database>, ring: KeyRing): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('file_content')
      .select(['id', 'key_id', 'wrapped_key'])
      .where('id', '>', after)
      .where('key_id', '<>', ring.current)
      .orderBy('id')
      .limit(1000)
      .execute()
    for (const { id, ...wrapped } of rows) {
      after = id
      const key = tryToOpen(() => ring.unwrap(wrapped))
      if (!key) continue
      await db.updateTable('file_content').set(ring.wrap(key)).where('id', '=', id).execute()
      count++
    }
    if (rows.length < 1000) return count
  }
}

async function isUsed(db: Kysely<Database>, id: string): Promise<boolean> {
  const sealed = sealedColumns.map(
    ({ table, column }) => sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${`v2.${id}.%`}`,
  )
  const contents = sql`select 1 from file_content where key_id = ${id}`
  const { rows } = await sql`select 1 where exists (${sql.join([...sealed, contents], sql` union all `)})`.execute(db)
  return rows.length > 0
}

function tryToOpen<T>(open: () => T): T | null {
  try {
    return open()
  } catch {
    return null
  }
}

type Rotated = { current: string; count: number; removed: string[] }

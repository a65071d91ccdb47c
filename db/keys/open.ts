import { existsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { KeyError, KeyRing, type Keys, ringPath } from './ring.ts'

/**
 * Opens the key ring and compares it with the ids in the database: a process with a ring of its own would write what
 * the others cannot read.
 *
 * @param keys of FILE_KEYS; null uses the file in `data_dir`
 * @throws {KeyError} with one sentence for people
 */
export async function openKeyRing(db: Kysely<Database>, options: RingOptions): Promise<KeyRing> {
  const { data_dir, keys, legacy_secret } = options
  return db.transaction().execute(async (trx) => {
    // Several processes may start concurrently.
    await sql`select pg_advisory_xact_lock(hashtext('ringfence key ring'))`.execute(trx)
    const known = await trx.selectFrom('encryption_key').select('id').execute()
    if (!keys && known.length > 0 && !existsSync(ringPath(data_dir))) throw missing(known.map(({ id }) => id))
    const ring = new KeyRing(keys ? { keys, legacy_secret } : { data_dir, legacy_secret })
    const lost = known.map(({ id }) => id).filter((id) => !ring.ids.includes(id))
    if (lost.length > 0) throw missing(lost)
    await registerKeys(trx, ring)
    return ring
  })
}

/** Writes the ids of the ring's keys to the database. */
export async function registerKeys(db: Kysely<Database>, ring: KeyRing): Promise<void> {
  await db
    .insertInto('encryption_key')
    .values(ring.ids.map((id) => ({ id })))
    .onConflict((on) => on.doNothing())
    .execute()
}

const missing = (ids: string[]) =>
  new KeyError(
    `The key ring of this process lacks ${ids.join(', ')}, by which files and second factors are encrypted: put back ` +
      'DATA_DIR/keys/ring.json of a backup or of another process, or set FILE_KEYS. If it is lost for good, ' +
      `npm run db -- forget-key ${ids[0]} gives up what it encrypted.`,
  )

type RingOptions = { data_dir: string; keys: Keys | null; legacy_secret: string }

import { existsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { KeyError, KeyRing, type Keys, ringPath } from './ring.ts'
import { countSealed } from './sealed.ts'

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
    const needed = await neededKeys(trx)
    if (!keys && needed.length > 0 && !existsSync(ringPath(data_dir))) throw missing(needed)
    const ring = new KeyRing(keys ? { keys, legacy_secret } : { data_dir, legacy_secret })
    const lost = needed.filter((id) => !ring.ids.includes(id))
    if (lost.length > 0) throw missing(lost)
    await registerKeys(trx, ring)
    return ring
  })
}

/** The keys of the installation and of sealed values, except those that were given up. */
async function neededKeys(trx: Kysely<Database>): Promise<string[]> {
  const known = await trx.selectFrom('encryption_key').select(['id', 'forgotten_at']).execute()
  const forgotten = known.filter(({ forgotten_at }) => forgotten_at !== null).map(({ id }) => id)
  const ids = new Set([...known.map(({ id }) => id), ...(await countSealed(trx)).keys()])
  return [...ids].filter((id) => !forgotten.includes(id))
}

/** Writes the ids of the ring's keys to the database. */
export async function registerKeys(db: Kysely<Database>, ring: KeyRing): Promise<void> {
  await db
    .insertInto('encryption_key')
    .values(ring.ids.map((id) => ({ id })))
    // A key that was given up is available again.
    .onConflict((on) =>
      on.column('id').doUpdateSet({ forgotten_at: null }).where('encryption_key.forgotten_at', 'is not', null),
    )
    .execute()
}

const missing = (ids: string[]) =>
  new KeyError(
    `The key ring of this process lacks ${ids.join(', ')}, by which files and second factors are encrypted: put back ` +
      'DATA_DIR/keys/ring.json of a backup or of another process, or set FILE_KEYS. If it is lost for good, ' +
      `npm run db -- forget-key ${ids[0]} gives up what it encrypted.`,
  )

type RingOptions = { data_dir: string; keys: Keys | null; legacy_secret: string }

import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { networkOf } from '../../http/addresses/network_of.ts'

/** Origins stored for an account; the oldest are dropped. */
const MOST = 20
export const KEEP_DAYS = 400

/** The origin of a request: its address, and the device cookie. */
export type Origin = { ip: string; device: string | null }

/** Whether the account has signed in from the network or device before. */
export async function knownOrigins(db: Db, user_id: number, { ip, device }: Origin): Promise<KnownOrigin> {
  const known_rows = await db
    .selectFrom('sign_in_origin')
    .select('origin_sha256')
    .where('user_id', '=', user_id)
    .where('origin_sha256', 'in', [ofNetwork(ip), ofDevice(device ?? '')])
    .execute()
  const has = (origin: string) => known_rows.some(({ origin_sha256 }) => origin_sha256 === origin)
  return { network: has(ofNetwork(ip)), device: device !== null && has(ofDevice(device)) }
}

/**
 * Stores the origin of a successful sign-in.
 *
 * @returns the number for the device cookie. A number sent by the browser is kept only if this server issued it: a
 *   planted one is replaced.
 */
export async function rememberOrigin(db: Db, user_id: number, { ip, device }: Origin): Promise<string> {
  const kept = device !== null && (await isIssued(db, device)) ? device : randomBytes(32).toString('base64url')
  await db
    .insertInto('sign_in_origin')
    .values([ofNetwork(ip), ofDevice(kept)].toSorted().map((origin_sha256) => ({ user_id, origin_sha256 })))
    .onConflict((on) => on.columns(['user_id', 'origin_sha256']).doUpdateSet({ last_used_at: sql`now()` }))
    .execute()
  await db
    .deleteFrom('sign_in_origin')
    .where('user_id', '=', user_id)
    .where('origin_sha256', 'not in', (newest) =>
      newest
        .selectFrom('sign_in_origin')
        .select('origin_sha256')
        .where('user_id', '=', user_id)
        .orderBy('last_used_at', 'desc')
        .limit(MOST),
    )
    .execute()
  return kept
}

/** After a change of the password all origins are unknown again. */
export async function forgetOrigins(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('sign_in_origin').where('user_id', '=', user_id).execute()
}

async function isIssued(db: Db, device: string): Promise<boolean> {
  const known_rows = await db
    .selectFrom('sign_in_origin')
    .select('user_id')
    .where('origin_sha256', '=', ofDevice(device))
    .limit(1)
    .executeTakeFirst()
  return known_rows !== undefined
}

export const ofDevice = (device: string) => hash('sha256', `device ${device}`)
const ofNetwork = (ip: string) => hash('sha256', `network ${networkOf(ip)}`)

type KnownOrigin = { network: boolean; device: boolean }

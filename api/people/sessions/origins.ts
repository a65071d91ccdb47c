import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { networkOf } from '../../http/network_of.ts'

/** Of each account; whoever comes from more is known by the last ones. */
const MOST = 20
export const KEEP_DAYS = 400

/** Where a request comes from: its address, and the random number in its browser's cookie. */
export type Origin = { ip: string; device: string | null }

/** What of it the account has been signed in from before. */
export async function knownOrigins(db: Db, user_id: number, { ip, device }: Origin): Promise<Known> {
  const found = await db
    .selectFrom('sign_in_origin')
    .select('origin_sha256')
    .where('user_id', '=', user_id)
    .where('origin_sha256', 'in', [ofNetwork(ip), ofDevice(device ?? '')])
    .execute()
  const has = (origin: string) => found.some(({ origin_sha256 }) => origin_sha256 === origin)
  return { network: has(ofNetwork(ip)), device: device !== null && has(ofDevice(device)) }
}

/**
 * Keeps where somebody has signed in from.
 *
 * @returns the number for the browser's cookie. What a browser brings is taken only where it came from here, or others
 *   could plant one that they know.
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

/** With another password, whoever knew the one before is a stranger again. */
export async function forgetOrigins(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('sign_in_origin').where('user_id', '=', user_id).execute()
}

async function isIssued(db: Db, device: string): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_origin')
    .select('user_id')
    .where('origin_sha256', '=', ofDevice(device))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const ofDevice = (device: string) => hash('sha256', `device ${device}`)
const ofNetwork = (ip: string) => hash('sha256', `network ${networkOf(ip)}`)

type Known = { network: boolean; device: boolean }

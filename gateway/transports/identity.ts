import { hash, timingSafeEqual } from 'node:crypto'
import type { GatewayContext } from '../context.ts'

/**
 * Checks a tracker's number and device token. Tokens are random, so SHA-256 is enough, and a storm of reconnecting
 * devices costs nothing. An unknown number takes as long as a wrong token.
 */
export async function signIn(
  { db, log }: GatewayContext,
  number: string | undefined,
  token: Buffer | undefined,
): Promise<Identity | { refused: Refusal }> {
  let tracker:
    | { id: number; organisation_id: number; number: string; active: boolean; token_sha256: string }
    | undefined
  try {
    tracker = await db
      .selectFrom('tracker')
      .select(['id', 'organisation_id', 'number', 'active', 'token_sha256'])
      .where('number', '=', printable(number ?? ''))
      .executeTakeFirst()
  } catch (error) {
    log.debug({ err: error }, 'no sign-in while the database is away')
    return { refused: 'database away' }
  }
  const matches = timingSafeEqual(
    Buffer.from(hash('sha256', token ?? Buffer.alloc(0)), 'hex'),
    Buffer.from(tracker?.token_sha256 ?? nobody, 'hex'),
  )
  if (!tracker) return { refused: 'unknown number' }
  if (!matches) return { refused: 'wrong token' }
  if (!tracker.active) return { refused: 'switched off' }
  return { tracker_id: tracker.id, organisation_id: tracker.organisation_id, number: tracker.number }
}

const nobody = '0'.repeat(64)

/** What PostgreSQL cannot hold cannot be the number of a tracker. */
export const printable = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, 64)

export type Identity = { tracker_id: number; organisation_id: number; number: string }
export type Refusal = 'unknown number' | 'wrong token' | 'switched off' | 'database away'

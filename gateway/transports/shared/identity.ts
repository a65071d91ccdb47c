import { hash, timingSafeEqual } from 'node:crypto'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Logger } from 'pino'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import { canonicalNumber, pickByNumber, storableNumber } from '#db/tracker_number.ts'
import type { Transport } from '#db/transports.ts'

/**
 * Authenticates a tracker by number and device token, and checks that it may use one of these transports. Tokens are
 * random, so SHA-256 is enough and mass reconnects stay cheap. An unknown number takes as long as a wrong token.
 *
 * @param transports the preferred one first
 */
export async function signIn<Allowed extends Transport>(
  { db, log }: LookupContext,
  number: string | undefined,
  token: Buffer | undefined,
  transports: readonly Allowed[],
): Promise<SignedIn<Allowed> | { refused: Refusal }> {
  const storable = storableNumber(number ?? '')
  const sha256 = hash('sha256', token ?? Buffer.alloc(0))
  let tracker: Credentials | undefined
  try {
    const rows = await db
      .selectFrom('tracker')
      .select(['id', 'organisation_id', 'number', 'number_clash', 'active', 'token_sha256', 'transports'])
      .select(isServed(sql`tracker.organisation_id`).as('served'))
      .where('canonical_number', '=', canonicalNumber(storable))
      .execute()
    // Several trackers may have the number in other spellings: the token decides.
    const others = rows.some((row) => row.number === storable) ? [] : rows.filter((row) => row.token_sha256 === sha256)
    tracker = others[0] ?? pickByNumber(rows, storable)
  } catch (error) {
    log.debug({ err: error }, 'no sign-in while the database is away')
    return { refused: 'database away' }
  }
  const matches = timingSafeEqual(
    Buffer.from(sha256, 'hex'),
    Buffer.from(tracker?.token_sha256 ?? NO_TOKEN_HASH, 'hex'),
  )
  if (!tracker) return { refused: 'unknown number' }
  if (!matches) return { refused: 'wrong token' }
  const allowed = transports.filter((name) => tracker.transports.includes(name))
  const [transport] = allowed
  if (!transport) return { refused: 'transport not allowed' }
  if (!tracker.active) return { refused: 'switched off' }
  if (!tracker.served) return { refused: 'on hold' }
  const { id, organisation_id, number: stored } = tracker
  return { tracker: { tracker_id: id, organisation_id, number: stored }, transport, allowed }
}

const NO_TOKEN_HASH = '0'.repeat(64)

/** Dependencies of tracker lookups. */
export type LookupContext = { db: Kysely<Database>; log: Logger }
export type Identity = { tracker_id: number; organisation_id: number; number: string }
/** A tracker with those of the asked transports that it may use, and the first of them. */
export type SignedIn<Allowed extends Transport> = { tracker: Identity; transport: Allowed; allowed: Allowed[] }
/** `transport not allowed` is logged only; devices cannot tell it from an unknown number. */
export type Refusal =
  | 'unknown number'
  | 'wrong token'
  | 'transport not allowed'
  | 'switched off'
  /** Its organisation is being moved to another installation, or has been. */
  | 'on hold'
  | 'database away'

/** Whether the device keeps its reports and tries again, here or at its second server. */
export const isTemporary = (refused: string): boolean => refused === 'database away' || refused === 'on hold'

type Credentials = {
  id: number
  organisation_id: number
  number: string
  number_clash: number
  active: boolean
  served: SqlBool
  token_sha256: string
  transports: string[]
}

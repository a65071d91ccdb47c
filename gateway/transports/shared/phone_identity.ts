import { hash, timingSafeEqual } from 'node:crypto'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import { isWithin } from '#db/networks.ts'
import type { Database } from '#db/tables/index.ts'
import { canonicalNumber, pickByNumber, storableNumber } from '#db/tracker_number.ts'
import type { Transport } from '#db/transports.ts'
import type { DeviceSettings } from '../../links/command.ts'
import type { Identity, LookupContext, Refusal } from './identity.ts'

/**
 * Identifies the tracker of a request. Apps put the number into different fields, so several candidates may be tried; a
 * token must be the token of one of them.
 *
 * @param with_token the transports of which the tracker must report over one, where a token comes along
 * @param by_number where the number alone is enough, as it is for apps that cannot send more: that transport, and the
 *   sender's address, since the tracker may be tied to some networks
 */
export async function identifyPhone(
  { db, log }: LookupContext,
  { numbers, token, with_token, by_number }: PhoneRequest,
): Promise<Phone | { refused: PhoneRefusal; number?: string }> {
  const candidates = numbers.slice(0, 5).map(storableNumber)
  let trackers: (Phone & { canonical_number: string; number_clash: number })[]
  try {
    trackers = await selectPhone(db)
      .select(['canonical_number', 'number_clash'])
      .select(commandsWait)
      .where('canonical_number', 'in', candidates.map(canonicalNumber))
      .execute()
  } catch (error) {
    log.debug({ err: error }, 'no identification while the database is away')
    return { refused: 'database away' }
  }
  const named = (number: string) => trackers.filter((one) => one.canonical_number === canonicalNumber(number))
  const phone = candidates.map((number) => pickByNumber(named(number), number)).find(Boolean)
  if (!phone) return { refused: 'unknown number' }
  if (token !== null) {
    const proven = trackers.find((one) => hasToken(one, token))
    return proven ? permit(proven, with_token) : { refused: 'wrong token' }
  }
  if (!by_number) return { refused: 'wrong token' }
  const permitted = permit(phone, [by_number.transport])
  if ('refused' in permitted || isWithin(phone.source_networks, by_number.address)) return permitted
  return { refused: 'wrong network' }
}

/** Checks that a tracker is active and may use one of these transports. */
function permit(phone: Phone, transports: readonly Transport[]): Phone | { refused: Refusal; number?: string } {
  if (!transports.some((name) => phone.transports.includes(name))) {
    return { refused: 'transport not allowed', number: phone.number }
  }
  if (!phone.active) return { refused: 'switched off' }
  return phone.served ? phone : { refused: 'on hold' }
}

/** Finds the tracker by its device token, if it may use that transport. */
export async function findByToken(
  db: Kysely<Database>,
  token: string,
  transport: Transport,
): Promise<Phone | { refused: Refusal; number?: string }> {
  const tracker = await selectPhone(db).where('token_sha256', '=', hash('sha256', token)).executeTakeFirst()
  return tracker ? permit(tracker, [transport]) : { refused: 'wrong token' }
}

/** Finds a tracker that was proved otherwise, if it may use that transport. */
export async function phoneById(
  { db, log }: LookupContext,
  tracker_id: number,
  transport: Transport,
): Promise<Phone | { refused: Refusal; number?: string }> {
  try {
    const tracker = await selectPhone(db).where('id', '=', tracker_id).executeTakeFirst()
    return tracker ? permit(tracker, [transport]) : { refused: 'unknown number' }
  } catch (error) {
    log.debug({ err: error }, 'no identification while the database is away')
    return { refused: 'database away' }
  }
}

export const selectPhone = (db: Kysely<Database>) =>
  db
    .selectFrom('tracker')
    .select([
      'id as tracker_id',
      'organisation_id',
      'number',
      'active',
      'token_sha256',
      'owner_user_id',
      'source_networks',
      'transports',
    ])
    .select(['interval_s', 'interval_charging_s', 'pause_after_still_s', 'created_at', 'modified_at'])
    .select(isServed(sql`tracker.organisation_id`).as('served'))

/** Reads a partial index of queued commands, which saves a statement per request. */
const commandsWait = sql<boolean>`exists (select from tracker_command c
  where c.organisation_id = tracker.organisation_id and c.tracker_id = tracker.id and c.state = 'queued')`.as(
  'commands_wait',
)

function hasToken(phone: Phone, token: string | null): boolean {
  if (token === null) return false
  return timingSafeEqual(Buffer.from(hash('sha256', token)), Buffer.from(phone.token_sha256))
}

export type PhoneRequest = {
  numbers: string[]
  token: string | null
  with_token: readonly Transport[]
  by_number?: { transport: Transport; address: string }
}

export type PhoneRefusal = Refusal | 'wrong network'

export type Phone = Identity &
  DeviceSettings & {
    active: boolean
    /** Whether its organisation is not on hold. */
    served: SqlBool
    token_sha256: string
    owner_user_id: number | null
    source_networks: string[]
    transports: string[]
    created_at: string
    modified_at: string
    /** Whether commands are queued; only read for requests. */
    commands_wait?: boolean
  }

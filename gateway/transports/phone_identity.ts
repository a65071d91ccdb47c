import { hash, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isWithin } from '#db/networks.ts'
import type { Database } from '#db/tables/index.ts'
import type { GatewayContext } from '../context.ts'
import { type Identity, printable, type Refusal } from './identity.ts'

/**
 * Who sends a request. Apps put the tracker's number into one field or another, so several may be tried; with a token,
 * it must be the token of that tracker.
 *
 * @param secretless_from where the number alone is enough, as it is for apps that cannot send more: the sender's address,
 *   since the tracker may be tied to some networks
 */
export async function identifyPhone(
  { db, log }: GatewayContext,
  { numbers, token, secretless_from }: { numbers: string[]; token: string | null; secretless_from?: string },
): Promise<Phone | { refused: PhoneRefusal }> {
  let found: Phone[]
  try {
    found = await selectPhone(db)
      .select(commandsWait)
      .where('number', 'in', numbers.slice(0, 5).map(printable))
      .execute()
  } catch (error) {
    log.debug({ err: error }, 'nobody is known while the database is away')
    return { refused: 'database away' }
  }
  const phone = numbers.map((number) => found.find((one) => one.number === printable(number))).find(Boolean)
  if (!phone) return { refused: 'unknown number' }
  const proven = found.find((one) => hasToken(one, token))
  if (token !== null ? !proven : secretless_from === undefined) return { refused: 'wrong token' }
  const who = proven ?? phone
  if (!proven && !isWithin(who.source_networks, secretless_from!)) return { refused: 'wrong network' }
  return who.active ? who : { refused: 'switched off' }
}

/** The tracker whose device token it is. */
export async function findByToken(db: Kysely<Database>, token: string): Promise<Phone | { refused: Refusal }> {
  const found = await selectPhone(db).where('token_sha256', '=', hash('sha256', token)).executeTakeFirst()
  if (!found) return { refused: 'wrong token' }
  return found.active ? found : { refused: 'switched off' }
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
    ])
    .select(['interval_s', 'interval_charging_s', 'pause_after_still_s', 'created_at', 'modified_at'])

/** A look at an index that holds only what waits, so that requests are not a statement more each. */
const commandsWait = sql<boolean>`exists (select from tracker_command c
  where c.organisation_id = tracker.organisation_id and c.tracker_id = tracker.id and c.state = 'queued')`.as(
  'commands_wait',
)

function hasToken(phone: Phone, token: string | null): boolean {
  if (token === null) return false
  return timingSafeEqual(Buffer.from(hash('sha256', token)), Buffer.from(phone.token_sha256))
}

export type PhoneRefusal = Refusal | 'wrong network'

export type Phone = Identity &
  DeviceSettings & {
    active: boolean
    token_sha256: string
    owner_user_id: number | null
    source_networks: string[]
    created_at: string
    modified_at: string
    /** Known of whoever sends a request. */
    commands_wait?: boolean
  }

/** What people set and devices keep to, in seconds; 0 is off. */
export type DeviceSettings = { interval_s: number; interval_charging_s: number; pause_after_still_s: number }

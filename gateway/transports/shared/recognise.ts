import { type Kysely, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import { isWithin } from '#db/networks.ts'
import type { Database } from '#db/tables/index.ts'
import { canonicalNumber, pickByNumber, storableNumber } from '#db/tracker_number.ts'
import type { Identity } from './identity.ts'

/**
 * Identifies a device without a token by its number, the source networks of its tracker, if any, and the transports of
 * the tracker. Networks come first, so that senders elsewhere are not listed as a transport to allow.
 *
 * @throws while the database is away
 */
export async function recognise(
  db: Kysely<Database>,
  transport: string,
  number: string,
  address: string,
): Promise<Identity | { refused: Unrecognised }> {
  const storable = storableNumber(number)
  const rows = await db
    .selectFrom('tracker')
    .select(['id', 'organisation_id', 'number', 'number_clash', 'active', 'source_networks', 'transports'])
    .select(isServed(sql`tracker.organisation_id`).as('served'))
    .where('canonical_number', '=', canonicalNumber(storable))
    .execute()
  const tracker = storable === number ? pickByNumber(rows, storable) : undefined
  if (!tracker) return { refused: 'unknown number' }
  if (!isWithin(tracker.source_networks, address)) return { refused: 'wrong network' }
  if (!tracker.transports.includes(transport)) return { refused: 'transport not allowed' }
  if (!tracker.active) return { refused: 'switched off' }
  if (!tracker.served) return { refused: 'on hold' }
  return { tracker_id: tracker.id, organisation_id: tracker.organisation_id, number: tracker.number }
}

export type Unrecognised =
  | 'unknown number'
  | 'transport not allowed'
  | 'switched off'
  | 'wrong network'
  /** Its organisation is being moved to another installation, or has been. */
  | 'on hold'
  /** Connected from another network with a recent contact. */
  | 'another network'

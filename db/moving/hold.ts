import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  AuditLog,
  type Database,
  MessageDelivery,
  Organisation,
  OrganisationHold,
  ProviderOutbox,
  ReportForward,
  TrackerState,
} from '../tables/index.ts'
import { MoveError } from './format.ts'
import { checkReceipt } from './receipt.ts'

/**
 * Puts an organisation on hold: from the commit on, none of its reports are stored or acknowledged, and nothing of it is
 * sent. Reports under way at this moment are stored before, or not at all: writing the states makes every gateway read
 * them again, and those on hold are not read.
 */
export async function holdOrganisation(db: Kysely<Database>, organisation_id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await find(trx, organisation_id)
    const before = await readHold(trx, organisation_id)
    if (before?.moved_to) throw new MoveError(`The organisation has moved to ${before.moved_to} already.`)
    await sql`insert into ${OrganisationHold.ref} (organisation_id) values (${organisation_id}) on conflict do nothing`.execute(
      trx,
    )
    // In the order in which gateways lock them.
    await sql`with locked as (
        select tracker_id from ${TrackerState.ref} where organisation_id = ${organisation_id} order by tracker_id for update)
      update ${TrackerState.ref} s set event_id = s.event_id from locked l
      where s.organisation_id = ${organisation_id} and s.tracker_id = l.tracker_id`.execute(trx)
    await audit(trx, organisation_id, 'organisation.hold')
  })
}

/**
 * Ends a hold: devices and people are served here again.
 *
 * @param taken_back whether the copy at the other installation is removed: one that has moved is released only then
 * @returns the hold that has ended: what was exported during it may have been imported elsewhere
 */
export async function releaseOrganisation(
  db: Kysely<Database>,
  organisation_id: number,
  taken_back = false,
): Promise<Hold> {
  return db.transaction().execute(async (trx) => {
    await find(trx, organisation_id)
    const hold = await readHold(trx, organisation_id)
    if (!hold) throw new MoveError(`The organisation ${organisation_id} is not on hold.`)
    if (hold.moved_to && !taken_back) {
      throw new MoveError(
        `The organisation ${organisation_id} was imported at ${hold.moved_to}: both installations would serve it and ` +
          'send its alerts. Remove it there first (organisation hold, organisation remove --imported), then repeat ' +
          'this with --taken-back.',
      )
    }
    await trx.deleteFrom(OrganisationHold.name).where('organisation_id', '=', organisation_id).execute()
    await audit(trx, organisation_id, 'organisation.release')
    return hold
  })
}

/**
 * Says where an organisation is now. People and their clients are sent there; its rows stay until they are removed.
 *
 * @param to the address of the other installation
 * @param receipt what its import has printed there; not needed again to correct the address
 * @throws {MoveError} without a receipt of an export of this hold: what is here may be all that there is
 */
export async function markMoved(
  db: Kysely<Database>,
  organisation_id: number,
  { to, receipt }: { to: string; receipt?: string | undefined },
): Promise<void> {
  const url = URL.canParse(to) ? new URL(to) : null
  const is_local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && is_local))) {
    throw new MoveError('--to needs the address of the other installation, which begins with https://.')
  }
  await db.transaction().execute(async (trx) => {
    await find(trx, organisation_id)
    const hold = await readHold(trx, organisation_id)
    if (!hold) {
      throw new MoveError(`The organisation ${organisation_id} is not on hold: what it has stored since is not moved.`)
    }
    if (!hold.moved_to || receipt) checkReceipt(hold.receipts_sha256, receipt)
    await trx
      .updateTable(OrganisationHold.name)
      .set({ moved_to: url.origin, modified_at: sql<string>`now()` })
      .where('organisation_id', '=', organisation_id)
      .execute()
    await audit(trx, organisation_id, 'organisation.moved', { to: url.origin })
  })
}

/** Every organisation on hold, or moved. */
export async function listHolds(db: Kysely<Database>): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.organisation_id, o.name, h.moved_to, h.exported_at, h.receipts_sha256, h.created_at, h.modified_at
    from ${OrganisationHold.ref} h join ${Organisation.ref} o on o.id = h.organisation_id order by 1`.execute(db)
  return rows
}

export async function readHold(db: Kysely<Database>, organisation_id: number): Promise<Hold | null> {
  return (await listHolds(db)).find((hold) => hold.organisation_id === organisation_id) ?? null
}

/**
 * The condition that an organisation is served here. Whatever reads due work of all organisations has it, so that an
 * organisation that moves sends nothing twice.
 *
 * @param id the organisation's id; null is the installation itself, which is always served
 */
export const isServed = (id: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select from ${OrganisationHold.ref} h where h.organisation_id = ${id})`

/** Whether an organisation is on hold, or has moved. */
export async function isOnHold(db: Kysely<Database>, organisation_id: number): Promise<boolean> {
  const hold = await db
    .selectFrom(OrganisationHold.name)
    .select('organisation_id')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  return hold !== undefined
}

/**
 * How much of an organisation is being sent by processes that have begun before the hold: deliveries, pushes to
 * providers, and forwardings. An export waits for them, or both installations would send these.
 */
export async function countUnderWay(db: Kysely<Database>, organisation_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
      (select count(*) from ${MessageDelivery.ref} where organisation_id = ${organisation_id} and taken_until > now())
      + (select count(*) from ${ProviderOutbox.ref}
        where organisation_id = ${organisation_id} and state = 'running' and leased_until > now())
      + (select count(*) from ${ReportForward.ref} where organisation_id = ${organisation_id} and leased_until > now())
    )::int as count`.execute(db)
  return rows[0]!.count
}

async function find(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  const found = await trx
    .selectFrom(Organisation.name)
    .select('id')
    .where('id', '=', organisation_id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new MoveError(`There is no organisation ${organisation_id}.`)
}

const audit = (trx: Kysely<Database>, organisation_id: number, action: string, details: object = {}) =>
  sql`insert into ${AuditLog.ref} (organisation_id, action, entity, entity_id, details)
    values (${organisation_id}, ${action}, ${Organisation.name}, ${organisation_id}, ${JSON.stringify(details)}::jsonb)`.execute(
    trx,
  )

export type Hold = {
  organisation_id: number
  name: string
  moved_to: string | null
  exported_at: string | null
  receipts_sha256: string[]
  created_at: string
  modified_at: string
}

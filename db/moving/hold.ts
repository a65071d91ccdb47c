import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { MoveError } from './format.ts'

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
    await sql`insert into organisation_hold (organisation_id) values (${organisation_id}) on conflict do nothing`.execute(
      trx,
    )
    // In the order in which gateways lock them.
    await sql`with locked as (
        select tracker_id from tracker_state where organisation_id = ${organisation_id} order by tracker_id for update)
      update tracker_state s set event_id = s.event_id from locked l
      where s.organisation_id = ${organisation_id} and s.tracker_id = l.tracker_id`.execute(trx)
    await audit(trx, organisation_id, 'organisation.hold')
  })
}

/** Ends a hold: devices and people are served here again. Also after a move that is taken back. */
export async function releaseOrganisation(db: Kysely<Database>, organisation_id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await find(trx, organisation_id)
    const { numDeletedRows } = await trx
      .deleteFrom('organisation_hold')
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new MoveError(`The organisation ${organisation_id} is not on hold.`)
    await audit(trx, organisation_id, 'organisation.release')
  })
}

/**
 * Says where an organisation is now. People and their clients are sent there; its rows stay until they are removed.
 *
 * @param to the address of the other installation
 */
export async function markMoved(db: Kysely<Database>, organisation_id: number, to: string): Promise<void> {
  const url = URL.canParse(to) ? new URL(to) : null
  const is_local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && is_local))) {
    throw new MoveError('--to needs the address of the other installation, which begins with https://.')
  }
  await db.transaction().execute(async (trx) => {
    await find(trx, organisation_id)
    const { numUpdatedRows } = await trx
      .updateTable('organisation_hold')
      .set({ moved_to: url.origin, modified_at: sql<string>`now()` })
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw new MoveError(`The organisation ${organisation_id} is not on hold: what it has stored since is not moved.`)
    }
    await audit(trx, organisation_id, 'organisation.moved', { to: url.origin })
  })
}

/** Every organisation on hold, or moved. */
export async function listHolds(db: Kysely<Database>): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.organisation_id, o.name, h.moved_to, h.created_at, h.modified_at
    from organisation_hold h join organisation o on o.id = h.organisation_id order by 1`.execute(db)
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
  sql<SqlBool>`not exists (select from organisation_hold h where h.organisation_id = ${id})`

/** Whether an organisation is on hold, or has moved. */
export async function isOnHold(db: Kysely<Database>, organisation_id: number): Promise<boolean> {
  const hold = await db
    .selectFrom('organisation_hold')
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
      (select count(*) from message_delivery where organisation_id = ${organisation_id} and taken_until > now())
      + (select count(*) from provider_outbox
        where organisation_id = ${organisation_id} and state = 'running' and leased_until > now())
      + (select count(*) from report_forward where organisation_id = ${organisation_id} and leased_until > now())
    )::int as count`.execute(db)
  return rows[0]!.count
}

async function find(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  const found = await trx
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisation_id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new MoveError(`There is no organisation ${organisation_id}.`)
}

const audit = (trx: Kysely<Database>, organisation_id: number, action: string, details: object = {}) =>
  sql`insert into audit_log (organisation_id, action, entity, entity_id, details)
    values (${organisation_id}, ${action}, 'organisation', ${organisation_id}, ${JSON.stringify(details)}::jsonb)`.execute(
    trx,
  )

export type Hold = {
  organisation_id: number
  name: string
  moved_to: string | null
  created_at: string
  modified_at: string
}

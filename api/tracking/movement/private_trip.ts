import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { isPrivate, settlePrivateTrips, type TrackerSpan } from '#db/privacy/private_trips.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { lockTrackers } from '../drivers/shifts.ts'
import { mytrip } from './mytrip.ts'

/**
 * Marks a trip private, or takes that back: who has marked it does, also where another driver is entered afterwards. An
 * administrator who enters themselves sees nothing.
 */
export const markTrip = defineAction({
  method: 'POST',
  path: 'mytrip/private',
  // Places that come back are seen by an impersonator, too.
  config: { lasting: true },
  tags: ['drivers'],
  summary: 'Mark a trip that you have driven private, or take it back',
  description:
    'Of a private trip everybody sees distance, times and driver, and no place; of a rest between two of them neither. ' +
    'Where `private_trips` of the organisation allows it.',
  body: Type.Object(
    { id: { ...Id, description: 'of one of `mytrips`' }, private: Type.Boolean() },
    { additionalProperties: false },
  ),
  answer: Type.Object({ id: Id, private: Type.Boolean() }),
  message: 'The trip has been saved.',
  run: ({ context, viewer, body: { id, private: is_private } }) =>
    transact(context, async (trx) => {
      const own = { id, is: mytrip.reads(viewer) }
      const { organisation_id, tracker_id } = await readTrip(trx, own)
      // Locked before it is read again: what is found of the tracker in between would be other trips.
      await lockTrackers(trx, organisation_id, [tracker_id])
      const trip = await readTrip(trx, own)
      const { began_at, ended_at } = trip
      if (ended_at === null) throw new AppError('not_possible', 'id: the trip has not ended.', 'id')
      const span = { organisation_id, tracker_id, since: began_at, until: ended_at }
      const changed = is_private ? await mark(trx, viewer.user_id, trip, span) : await unmark(trx, viewer.user_id, span)
      if (!changed) return { id, private: is_private }
      await settlePrivateTrips(trx, [span])
      await audit(trx, viewer, is_private ? 'tracker.private_trip' : 'tracker.open_trip', {
        organisation_id,
        entity: 'tracker',
        entity_id: tracker_id,
        details: { began_at, ended_at },
      })
      return { id, private: is_private }
    }),
})

async function readTrip(trx: Trx, { id, is }: { id: number; is: ReturnType<typeof mytrip.reads> }): Promise<Trip> {
  const { rows } = await sql<Trip>`select segment.organisation_id::float8 as organisation_id,
      segment.tracker_id::float8 as tracker_id, segment.began_at, segment.ended_at, ${isPrivate('segment')} as private,
      coalesce((select c.private_trips from organisation_config c
        where c.organisation_id = segment.organisation_id), false) as allowed
    from segment where segment.id = ${id} and ${is}`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such trip of yours.', 'id')
  return rows[0]
}

async function mark(trx: Trx, user_id: number, trip: Trip, { organisation_id, tracker_id, since, until }: TrackerSpan) {
  if (trip.private) return false
  if (!trip.allowed) throw new AppError('not_possible', 'The organisation does not allow private trips.', 'private')
  await trx
    .insertInto('private_trip')
    .values({ organisation_id, tracker_id, user_id, began_at: since, ended_at: until, hidden_until: until })
    .execute()
  return true
}

async function unmark(trx: Trx, user_id: number, { organisation_id, tracker_id, since, until }: TrackerSpan) {
  const { rows } = await sql<{ user_id: number | null }>`select p.user_id::float8 as user_id from private_trip p
    where p.organisation_id = ${organisation_id} and p.tracker_id = ${tracker_id}
      and p.began_at < ${until} and p.ended_at > ${since}`.execute(trx)
  if (rows.length === 0) return false
  if (rows.some((row) => row.user_id !== user_id)) {
    throw new AppError('not_possible', 'Another person has marked the trip private.', 'private')
  }
  await sql`delete from private_trip p
    where p.organisation_id = ${organisation_id} and p.tracker_id = ${tracker_id} and p.user_id = ${user_id}
      and p.began_at < ${until} and p.ended_at > ${since}`.execute(trx)
  return true
}

type Trip = {
  organisation_id: number
  tracker_id: number
  began_at: string
  ended_at: string | null
  private: boolean
  allowed: boolean
}

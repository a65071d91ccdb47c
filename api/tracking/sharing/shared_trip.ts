import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isPrivate } from '#db/privacy/private_trips.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsSegment } from '../access/scopes.ts'
import type { SharedLink } from './find_link.ts'

/**
 * The trips of the tracker of a link `l` in the time of its trip, as they are found now. Late data changes trips: the link
 * follows the one that has grown, and shows none where there are two of them, or one that took in a neighbour.
 */
const tripsNow = sql`lateral (
  select count(*)::int as trips, min(s.began_at) as began_at, max(s.ended_at) as ended_at,
    max(coalesce(s.ended_at, s.through_at)) as through_at, coalesce(bool_or(s.ended_at is null), false) as runs,
    coalesce(bool_or(${isPrivate('s')}), false) as private
  from segment s where s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id and s.kind = 'trip'
    and s.began_at <= l.trip_through_at and coalesce(s.ended_at, s.through_at) >= l.trip_began_at)`

/** Whether `n` is still the trip that was shared with the link `l`. */
const isSame: RawBuilder<SqlBool> = sql<SqlBool>`(n.trips = 1 and not n.private
  and n.began_at >= coalesce(l.trip_after_at, '-infinity')
  and n.through_at <= coalesce(l.trip_before_at, 'infinity'))`

/** The trip that a link is to be made of, with its neighbours, of those that the viewer sees. */
export async function findTrip(trx: Trx, viewer: Viewer, { trip_id, ...others }: TripRequest): Promise<NewTrip> {
  if (others.tracker_id || others.tracker_ids?.length || others.group_id) {
    throw wrong('trip_id', 'give a trip, or trackers, not both.')
  }
  for (const field of ['begins_at', 'trail_min', 'ends_on_arrival'] as const) {
    if (others[field]) throw wrong(field, 'is not for a link to a trip, which begins and ends with it.')
  }
  const { rows } = await sql<TripRow>`
    select segment.tracker_id::float8 as tracker_id, segment.began_at as trip_began_at,
      segment.ended_at is null as trip_runs, coalesce(segment.ended_at, segment.through_at) as trip_through_at,
      ${isPrivate('segment')} as private, ${neighbour('max', sql`coalesce(s.ended_at, s.through_at)`, '<')} as trip_after_at,
      ${neighbour('min', sql`s.began_at`, '>')} as trip_before_at
    from segment where segment.id = ${trip_id} and segment.kind = 'trip' and ${readsSegment(viewer)}`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such trip.', 'trip_id')
  const { private: is_private, ...trip } = rows[0]
  if (is_private) throw new AppError('not_possible', 'trip_id: the trip is private.', 'trip_id')
  return trip
}

const neighbour = (which: 'min' | 'max', value: RawBuilder<unknown>, side: '<' | '>') =>
  sql<
    string | null
  >`(select ${sql.raw(which)}(${value}) from segment s where s.organisation_id = segment.organisation_id
    and s.tracker_id = segment.tracker_id and s.kind = 'trip' and s.began_at ${sql.raw(side)} segment.began_at)`

/** The trip of a link now. @throws AppError where the link shows it no longer */
export async function readTrip(db: Db, { link, creator }: SharedLink): Promise<SharedTrip> {
  const { rows } = await sql<SharedTrip & { same: boolean }>`/* trip_of_link */
    select n.began_at, n.ended_at, n.through_at, ${isSame} as same
    from share_link l cross join ${tripsNow} n
    where l.organisation_id = ${link.organisation_id} and l.id = ${link.id}`.execute(db)
  const trip = rows[0]
  if (!trip?.same) throw new AppError('token_invalid', 'This link does not work, or not any more.', 'token')
  if (link.trip_runs && trip.ended_at !== null) throw tripOver()
  const { rows: facts } = await sql<Facts>`
    select segment.distance_m, (select d.name from driver d
      where d.organisation_id = segment.organisation_id and d.id = segment.driver_id) as driver_name
    from segment where segment.organisation_id = ${link.organisation_id} and segment.tracker_id = ${link.tracker_id}
      and segment.kind = 'trip' and segment.began_at = ${trip.began_at} and ${readsSegment(creator)}`.execute(db)
  if (!facts[0]) throw new AppError('token_invalid', 'This link does not work, or not any more.', 'token')
  const { began_at, ended_at, through_at } = trip
  const driver_name = link.shows_driver ? facts[0].driver_name : null
  return { began_at, ended_at, through_at, distance_m: facts[0].distance_m, driver_name }
}

export const tripOver = () => new AppError('token_expired', 'The trip has ended.', 'trip')

/** Ends links whose trip has ended or is another one, for good; the others remember what their trip is now. */
export async function settleTrips(db: Db): Promise<void> {
  await sql`/* settle_shared_trips */
    update share_link k set modified_at = now(),
      expires_at = case when f.over then now() else k.expires_at end,
      arrived_at = case when f.same and f.over then f.ended_at else k.arrived_at end,
      trip_began_at = case when f.same then f.began_at else k.trip_began_at end,
      trip_through_at = case when f.same then f.through_at else k.trip_through_at end,
      trip_before_at = coalesce(k.trip_before_at, f.before_at)
    from (select l.organisation_id, l.id, n.*, ${isSame} as same, not ${isSame} or l.trip_runs and not n.runs as over,
        (select min(s.began_at) from segment s where s.organisation_id = l.organisation_id
          and s.tracker_id = l.tracker_id and s.kind = 'trip' and s.began_at > n.through_at) as before_at
      from share_link l cross join ${tripsNow} n
      where l.trip_began_at is not null and l.expires_at > now()) f
    where k.organisation_id = f.organisation_id and k.id = f.id and (f.over or k.trip_began_at <> f.began_at
      or k.trip_through_at <> f.through_at or k.trip_before_at is null and f.before_at is not null)`.execute(db)
}

type TripRequest = {
  trip_id: number
  tracker_id?: number | undefined
  tracker_ids?: number[] | undefined
  group_id?: number | null | undefined
  begins_at?: string | null | undefined
  trail_min?: number | undefined
  ends_on_arrival?: boolean | undefined
}
type NewTrip = {
  tracker_id: number
  trip_began_at: string
  trip_through_at: string
  trip_after_at: string | null
  trip_before_at: string | null
  trip_runs: boolean
}
type TripRow = NewTrip & { private: boolean }
type Facts = { distance_m: number; driver_name: string | null }
export type SharedTrip = Facts & { began_at: string; ended_at: string | null; through_at: string }

import { sql } from 'kysely'
import { bigints, doubles } from '#db/arrays.ts'

/**
 * Fragments of the spatial predicate. `q` is a query of `locatePositions`, `p` a part of a boundary, `b` a boundary.
 */

/** Whether a part's boundary applies to the query's tracker at its moment. */
export const applies = sql`(p.schedule is null or schedule_applies(p.schedule, to_timestamp(q.moment / 1000)))
    and (p.owner_user_id is null or p.owner_user_id = q.owner_user_id)
    and (p.all_trackers or exists (
      select from boundary_tracker l
      where l.organisation_id = p.organisation_id and l.boundary_id = p.boundary_id and l.tracker_id = q.tracker_id))`

/** `reach` is indexed; exact tests run on the index's candidates. */
export const isInReach = (lon: Sql) => sql`p.reach && st_makeenvelope(
      ${lon} - q.lon_reach, q.lat - q.lat_reach, ${lon} + q.lon_reach, q.lat + q.lat_reach, 4326)`

/**
 * Whether the part contains the position, or has it within its buffer or the accuracy, whichever is wider (if the
 * boundary uses accuracy).
 */
export const isInside = (lon: Sql, accuracy = sql`coalesce(q.accuracy, 0)`) => sql`(
      st_covers(p.geometry, st_setsrid(st_makepoint(${lon}, q.lat), 4326))
      or case when p.buffer_m > 0 or (p.use_accuracy and ${accuracy} > 0)
        then st_dwithin(p.geometry::geography, st_setsrid(st_makepoint(q.lon, q.lat), 4326)::geography,
          greatest(p.buffer_m, case when p.use_accuracy then ${accuracy} else 0 end))
        else false end)`

/** Near the antimeridian an edge within reach may have the other sign. */
export const isNearAntimeridian = sql`abs(q.lon) + q.lon_reach > 178`
export const acrossAntimeridian = sql`q.lon - sign(q.lon) * 360`

export const isNow = sql`(b.schedule is null or schedule_applies(b.schedule, to_timestamp(q.moment / 1000)))`

/** Whether any boundary of a rule applies to the query's tracker. Each condition reads an index of its own. */
export const isBounded = (rule: Sql) => sql`(
  exists (select from boundary b
    where b.organisation_id = q.organisation_id and ${rule} and b.active and b.all_trackers
      and b.owner_user_id is null and ${isNow})
  or exists (select from boundary b
    where b.organisation_id = q.organisation_id and ${rule} and b.active and b.all_trackers
      and b.owner_user_id = q.owner_user_id and ${isNow})
  or exists (select from boundary_tracker l
    join boundary b on b.organisation_id = l.organisation_id and b.id = l.boundary_id
    where l.organisation_id = q.organisation_id and l.tracker_id = q.tracker_id and ${rule} and b.active
      and (b.owner_user_id is null or b.owner_user_id = q.owner_user_id) and ${isNow}))`

/** The degrees of latitude and longitude that the accuracy reaches. */
export const reaches = sql.raw(`coalesce(u.accuracy, 0) / 110000.0 as lat_reach,
          coalesce(u.accuracy, 0) / 110000.0 / cos(radians(least(abs(u.lat), 85))) as lon_reach`)

/**
 * Accuracy is capped at the maximum buffer of a boundary, in metres. A device claiming 1000 km would otherwise be
 * inside everywhere, and every boundary in reach would be measured.
 */
const cappedAccuracy = (accuracy: number | null) => accuracy && Math.min(accuracy, 10_000)

/** The columns that both statements read of the queries, in the order of `positionColumns`. */
export const positionValues = (queries: PositionQuery[]) => sql`
          ${bigints(queries.map((a) => a.organisation_id))}::bigint[],
          ${bigints(queries.map((a) => a.tracker_id))}::bigint[],
          ${bigints(queries.map((a) => a.owner_user_id))}::bigint[],
          ${doubles(queries.map((a) => a.lon))}::float8[],
          ${doubles(queries.map((a) => a.lat))}::float8[],
          ${doubles(queries.map((a) => cappedAccuracy(a.accuracy)))}::float8[],
          ${doubles(queries.map((a) => a.moment))}::float8[]`
export const positionColumns = sql.raw('organisation_id, tracker_id, owner_user_id, lon, lat, accuracy, moment')

export type PositionQuery = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  /** The part of a boundary that the tracker was in before, if cached. */
  part_id: number | null
  /** Null without a valid fix. */
  lon: number | null
  lat: number | null
  accuracy: number | null
  /** The time that schedules are evaluated at: milliseconds since 1970. */
  moment: number
  /** Milliseconds since 1970. */
  fix_at: number
  digest: number
  /** Whether the tracker broke a boundary of another rule before: its alert has to end, even if no such rule is left. */
  is_breaking: boolean
  /** Where to search for a stored duplicate; null: nowhere. */
  duplicate_search: 'at its time' | 'in the last hour' | null
}

type Sql = ReturnType<typeof sql>

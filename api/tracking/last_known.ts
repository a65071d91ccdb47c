import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isMovementState, type MovementState, movementNow, movementStates } from '#db/movement/now.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { isTrackerStatusSql, type TrackerStatus, trackerStatuses, trackerStatusSql } from '#db/tracker_status.ts'
import { describePlace, type PlaceWords, placeOf } from '#messages/geography/place.ts'
import { readsShared } from '../crud/access.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { defineFilter, type Join } from '../crud/resource.ts'
import { BoxParam, meetsBbox } from './geometry/bbox.ts'
import { Point } from './point.ts'

/** What is known of a tracker beside its settings: its status, last contact, place, speed, battery and owner. */

const Doing = Type.Unsafe<MovementState>(Type.String({ enum: [...movementStates] }))
const State = Type.Unsafe<TrackerStatus>(Type.Union(trackerStatuses.map((status) => Type.Literal(status))))

export const columns = {
  online: Type.Boolean(),
  /** The last contact. */
  seen_at: Nullable(Timestamp),
  /** Where it was last, also if its last report had no position. */
  position: Nullable(Point),
  /** Of its last report, in metres per second. */
  speed: Nullable(Type.Number()),
  /** As it was reported last, in percent. */
  battery: Nullable(Type.Number()),
  owner_name: Nullable(Type.String()),
  /** The tracker status, as on the live map; `unknown` means that no boundary applies. */
  state: State,
  /** What it does and since when; null before its first position. */
  movement: Nullable(
    Type.Object({
      state: Doing,
      since: Timestamp,
      /** Metres of the trip that continues. */
      distance_m: Nullable(Type.Number()),
      /** The nearest town when this was found. */
      place: Nullable(Type.String()),
    }),
  ),
}

const ofTracker = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.organisation_id`)} = tracker.organisation_id and ${sql.ref(`${alias}.tracker_id`)} = tracker.id`
export const joins = {
  latest: { table: 'tracker_state', on: ofTracker('latest') },
  presence: { table: 'tracker_presence', on: ofTracker('presence') },
  followed: { table: 'movement_checkpoint', on: ofTracker('followed') },
  owner: { table: 'user_account', on: sql<SqlBool>`owner.id = tracker.owner_user_id` },
} satisfies Record<string, Join>

/** A report without a position keeps the previous verdict. */
const facts = {
  active: 'tracker.active',
  reported: 'latest.event_id is not null',
  outside: 'coalesce(latest.outside_boundary, latest.outside)',
  offline: 'not presence.online',
}
const state = sql<TrackerStatus>`${sql.raw(trackerStatusSql(facts))}`
const online = sql<boolean>`coalesce(presence.online, false)`
/**
 * The contact of an online tracker is not updated with each report, so the last report counts too. Null until the first
 * contact is written, some time after its report: with a time and no presence the tracker would be shown as offline.
 */
const seen_at = sql<string | null>`case when presence.seen_at is not null
  then greatest(presence.seen_at, latest.received) end`
const battery = sql<number | null>`case when jsonb_typeof(latest.supply -> 'battery') = 'number'
  then (latest.supply ->> 'battery')::float8 end`
const position = sql`case when latest.position is not null then json_build_object(
  'type', 'Point', 'coordinates', json_build_array(st_x(latest.position), st_y(latest.position))) end`

export const computed = {
  movement: movementNow,
  online,
  seen_at,
  state,
  position,
  battery,
  speed: sql`latest.speed`,
  owner_name: sql`case when owner.id is not null then ${displayNameOf('owner')} end`,
}

export const filters = {
  online: defineFilter(Type.Boolean(), (value) => sql<SqlBool>`${online} = ${value}`),
  movement: defineFilter(Doing, isMovementState),
  state: defineFilter(State, (value) => sql<SqlBool>`(${sql.raw(isTrackerStatusSql(value, facts))})`),
  battery_below: defineFilter(
    Type.Number({ minimum: 0, maximum: 100, description: 'Percent; trackers that report no battery do not match' }),
    (percent) => sql<SqlBool>`${battery} < ${percent}`,
  ),
  silent_s: defineFilter(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'At least this number of seconds since the last contact; trackers without any contact do not match',
    }),
    (seconds) => sql<SqlBool>`${seen_at} <= now() - make_interval(secs => ${seconds})`,
  ),
  seen_from: defineFilter(
    Type.String({ ...Timestamp, description: 'With a last contact at this time or later' }),
    (from) => sql<SqlBool>`${seen_at} >= ${from}::timestamptz`,
  ),
  seen_to: defineFilter(
    Type.String({ ...Timestamp, description: 'With a last contact at this time or earlier' }),
    (to) => sql<SqlBool>`${seen_at} <= ${to}::timestamptz`,
  ),
  bbox: defineFilter(BoxParam, (box) => meetsBbox(sql`latest.position`, box)),
  boundary_id: defineFilter(
    Type.Integer({ ...Id, description: 'The last position is in this boundary, whether it applies or not' }),
    (id, viewer) => {
      // A subquery of its own, and a function around the column: the area is read and prepared once for all positions.
      const area = sql`(select st_setsrid(boundary.geometry, 4326) from boundary where boundary.id = ${id} and ${readsShared(viewer, 'boundary')})`
      return sql<SqlBool>`(latest.position && ${area} and st_covers(${area}, latest.position))`
    },
  ),
}

export const csv = { place: placeInWords }

/** The place of the last position, such as `4 km NE of Albany`. */
function placeInWords({ position }: Record<string, unknown>): string | null {
  const [lon, lat] = (position as Static<typeof Point> | null)?.coordinates ?? []
  if (lon === undefined || lat === undefined) return null
  const words = ({ distance, direction, town }: PlaceParts) => `${distance} ${direction} of ${town}`
  return describePlace(placeOf({ lon, lat }), 'metric', words)
}

type PlaceParts = Parameters<PlaceWords>[0]

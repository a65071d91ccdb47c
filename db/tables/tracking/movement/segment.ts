import { Type } from 'typebox'
import { Geometry, Id, Nullable, OpenJson, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

export const segmentKinds = ['trip', 'stop', 'gap', 'idle', 'visit', 'speeding', 'towed'] as const
export const distanceSources = ['positions', 'odometer', 'estimated'] as const

const enumOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))

/** An interval of a tracker with its counters, found by the rules of movement. Partitioned by month of `began_at`. */
export const Segment = defineTable({
  name: 'segment',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    kind: enumOf(segmentKinds),
    began_at: Timestamp,
    /** Null while it continues. */
    ended_at: Nullable(Timestamp),
    /** The report that ended it, or up to which it is counted. */
    through_at: Timestamp,
    begin_position: Geometry,
    end_position: Geometry,
    begin_place: Nullable(Type.String({ maxLength: 300 })),
    end_place: Nullable(Type.String({ maxLength: 300 })),
    distance_m: Type.Number(),
    distance_source: enumOf(distanceSources),
    /** Metres per second. */
    top_speed: Nullable(Type.Number()),
    /** Seconds without pauses. */
    moving_s: Type.Number(),
    idle_s: Type.Number(),
    pauses: Type.Integer({ minimum: 0 }),
    boundary_id: Nullable(Id),
    driver_id: Nullable(Id),
    /** Metres per second. */
    speed_limit: Nullable(Type.Number()),
    limit_source: Nullable(Type.String({ maxLength: 16 })),
    /** When late data, a correction or another profile changed it. */
    revised_at: Nullable(Timestamp),
    /** What only some kinds have. */
    attributes: Nullable(OpenJson()),
  },
  defaults: ['id'],
  stays: 'found again in the events',
  removal: {},
  purge: { keeps: { begin_place: 'where a tracker was', end_place: 'where a tracker was' }, phone: 'without_index' },
})

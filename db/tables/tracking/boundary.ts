import { Type } from 'typebox'
import { Geometry, Id, Nullable, SpeedLimit, Timestamp } from '../columns.ts'
import { defineTable, type RowOf } from '../define_table.ts'
import { Schedule } from './schedule.ts'

/**
 * What a tracker must do: `any` be in at least one boundary of this rule, `alone` stay in this one whatever else contains
 * it, `keep_out` stay out of this one.
 */
export const boundaryRules = ['any', 'alone', 'keep_out'] as const
export type BoundaryRule = (typeof boundaryRules)[number]
export const Rule = Type.Unsafe<BoundaryRule>(Type.String({ enum: [...boundaryRules] }))

/** An area on the map: a polygon, a multipolygon with holes, a rectangle or a circle. */
export const Boundary = defineTable({
  name: 'boundary',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Null: the whole organisation's. */
    owner_user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    active: Type.Boolean(),
    rule: Rule,
    /** A valid MultiPolygon in WGS 84, split at the antimeridian. */
    geometry: Geometry,
    /** A circle's centre and radius in metres; `geometry` has its polygon, too. */
    center_lon: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
    center_lat: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
    radius_m: Nullable(Type.Number({ exclusiveMinimum: 0 })),
    /** Metres beyond the edge that count as inside. */
    buffer_m: Type.Number({ minimum: 0, maximum: 10_000 }),
    /** Whether a report's own accuracy radius widens the edge. */
    use_accuracy: Type.Boolean(),
    /** Whether it applies to all trackers or to those linked to it. */
    all_trackers: Type.Boolean(),
    /** When it applies; null: always. */
    schedule: Nullable(Schedule),
    /** Metres per second; a tracker inside that is faster is speeding. */
    speed_limit: Nullable(SpeedLimit),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  defaults: [
    'id',
    'active',
    'rule',
    'buffer_m',
    'use_accuracy',
    'all_trackers',
    'schedule',
    'speed_limit',
    'created_at',
    'modified_at',
  ],
  moves: { named_in: ['boundary_id', 'event_boundary_id'] },
  removal: {},
})

/** A boundary as it would be stored. */
export type BoundaryDraft = Pick<
  RowOf<typeof Boundary>,
  'organisation_id' | 'owner_user_id' | 'rule' | 'buffer_m' | 'use_accuracy' | 'all_trackers' | 'schedule'
> & {
  /** The one that it would replace; 0 for a new one. */
  boundary_id: number
  tracker_ids: readonly number[]
  /** A valid MultiPolygon as PostGIS reads it. */
  geometry: string
}

import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Schedule } from '../schedule.ts'

export const relations = ['nearer', 'farther'] as const
export type Relation = (typeof relations)[number]

/**
 * How far two trackers may be from each other. Each side is a tracker, or each of a group and the groups below it. Of
 * `nearer` each pair is judged; of `farther` the nearest tracker of the other side.
 */
export const ProximityRule = defineTable({
  name: 'proximity_rule',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** Null where it is of a group. */
    tracker_id: Nullable(Id),
    group_id: Nullable(Id),
    other_tracker_id: Nullable(Id),
    other_group_id: Nullable(Id),
    /** An alert is raised while they are nearer or farther than the distance, in metres. */
    relation: Type.Unsafe<Relation>(Type.String({ enum: [...relations] })),
    distance_m: Type.Number({ minimum: 10, maximum: 1_000_000 }),
    /** Seconds for which they are before. */
    hold_s: Type.Integer({ minimum: 0, maximum: 3600 }),
    /** In which hours it applies; null: always. */
    schedule: Nullable(Schedule),
    note: Type.String({ maxLength: 2000 }),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name', 'relation', 'distance_m'],
  names: ['name'],
  moves: { named_in: ['proximity_rule_id'] },
})

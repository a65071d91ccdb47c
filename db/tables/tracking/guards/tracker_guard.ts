import { Type } from 'typebox'
import { Geometry, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Schedule } from '../schedule.ts'

export const guardSources = ['person', 'ignition', 'schedule'] as const
export type GuardSource = (typeof guardSources)[number]

/**
 * The guard of a parked tracker: how it is armed, and the circle that it must not leave while it is. Part of the
 * tracker's state: it is written together with `tracker_state`, whose version guards both.
 */
export const TrackerGuard = defineTable({
  name: 'tracker_guard',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Whether it is armed when the ignition goes off, until that is on. */
    on_ignition: Type.Boolean(),
    /** In which hours it is armed; null: in none. */
    schedule: Nullable(Schedule),
    /** Null while it is not armed. */
    armed_at: Nullable(Timestamp),
    armed_by: Nullable(Type.Unsafe<GuardSource>(Type.String({ enum: [...guardSources] }))),
    armed_by_user_id: Nullable(Id),
    /** The circle's centre; null until the first fix of a tracker that was armed without any. */
    position: Nullable(Geometry),
    radius_m: Nullable(Type.Number()),
    /** As reported last. */
    ignition: Nullable(Type.Boolean()),
    /** Whether the present hours have armed it, or it was disarmed in them. */
    in_hours: Type.Boolean(),
    /** Whether it has left the circle, until it is back. */
    outside: Type.Boolean(),
    /** The first of the fixes in a row on the other side of the circle, and how many there are. */
    changing_since: Nullable(Timestamp),
    changing_count: Type.Integer({ minimum: 0 }),
    /** The open alert. */
    alert_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id'],
  conflicts: { tracker_guard_tracker: ['conflict', 'tracker_id'] },
})

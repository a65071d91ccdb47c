import { Type } from 'typebox'
import { Geometry, Id, Nullable, Sized, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The engine's state of a tracker: one row each, created with the tracker. */
export const TrackerState = defineTable({
  name: 'tracker_state',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    /** The engine's clock for this tracker: the newest report judged, never ahead of its arrival. */
    judged_at: Nullable(Timestamp),
    /** The newest fix time stored; a report beyond it cannot be a duplicate. */
    latest_fix_at: Nullable(Timestamp),
    outside: Nullable(Type.Boolean()),
    /** When the present stretch outside began. */
    outside_since: Nullable(Timestamp),
    /** Outside reports in a row, so far. */
    outside_count: Type.Integer({ minimum: 0 }),
    /** The boundary it was in last. */
    boundary_id: Nullable(Id),
    /** The open alert of the present leaving. */
    leaving_alert_id: Nullable(Id),
    alarm: Nullable(Type.String({ maxLength: 64 })),
    alarm_alert_id: Nullable(Id),
    /** The last event in fix-time order, whole, so that a map opens without a search through the history. */
    event_id: Nullable(Id),
    fix_at: Nullable(Timestamp),
    received: Nullable(Timestamp),
    event: Nullable(Type.String({ maxLength: 64 })),
    valid: Nullable(Type.Boolean()),
    position: Nullable(Geometry),
    altitude: Nullable(Type.Number()),
    heading: Nullable(Type.Number()),
    speed: Nullable(Type.Number()),
    accuracy: Nullable(Type.Number()),
    outside_boundary: Nullable(Type.Boolean()),
    repeated: Nullable(Type.Boolean()),
    event_boundary_id: Nullable(Id),
    attributes: Nullable(Sized(4096, Type.Record(Type.String(), Type.Unknown()))),
    /**
     * What was reported last of `battery`, `charging` and `external_power`, each by itself: many devices report them in
     * messages of their own, between positions that say nothing of them. The last one also follows from `power_volts`.
     */
    supply: Nullable(Sized(4096, Type.Record(Type.String(), Type.Unknown()))),
  },
  defaults: ['outside_count'],
  moves: { made_by_trigger: ['organisation_id', 'tracker_id'] },
  purge: { phone: 'apart' },
})

import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A tracker has left the active boundary, or raised an alarm. Open until `ended_at`. */
export const Alert = defineTable({
  name: 'alert',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    kind: Type.Union([Type.Literal('left_boundary'), Type.Literal('alarm')]),
    alarm: Nullable(Type.String({ maxLength: 64 })),
    /** The boundary it was in before it left. */
    boundary_id: Nullable(Id),
    /** Start, by the device's clock. */
    started_at: Timestamp,
    /** When it was confirmed, by the device's clock. */
    raised_at: Timestamp,
    ended_at: Nullable(Timestamp),
    /** The event that raised it; null if the exit delay did. */
    event_id: Nullable(Id),
    created_at: Timestamp,
    /** Acknowledged: no more reminders, and no escalation. */
    acknowledged_at: Nullable(Timestamp),
    acknowledged_by_user_id: Nullable(Id),
    /** Snoozed: no reminders and no escalation until then. */
    snoozed_until: Nullable(Timestamp),
  },
  defaults: ['id', 'created_at', 'acknowledged_at', 'acknowledged_by_user_id', 'snoozed_until'],
})

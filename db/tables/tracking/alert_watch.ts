import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const watchedKinds = ['arrived', 'departed', 'late'] as const
export type WatchedKind = (typeof watchedKinds)[number]

const Weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true })

/** A person wants to be notified when a tracker arrives at a boundary, or departs from it, or is late. */
export const AlertWatch = defineTable({
  name: 'alert_watch',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Who has asked, and is notified. */
    user_id: Id,
    tracker_id: Id,
    boundary_id: Id,
    kind: Type.Unsafe<WatchedKind>(Type.String({ enum: [...watchedKinds] })),
    /** Whether it ends with the first notification. */
    once: Type.Boolean(),
    /** Of late ones, as the next two: by when it is expected. */
    expected_at: Nullable(Timestamp),
    /** On which days of the week it is expected again where it is not `once`; 1 is Monday. */
    weekdays: Nullable(Weekdays),
    /** By whose clock it is expected again. */
    timezone: Nullable(Type.String({ maxLength: 64 })),
    /** The expected time that it was seen to miss before it was over: that is not notified again. */
    foreseen_for: Nullable(Timestamp),
    /** The last arrival or departure that was notified, by the device's clock. */
    notified_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'tracker_id', 'boundary_id', 'kind'],
  conflicts: { alert_watch_once: ['conflict', 'kind'] },
})

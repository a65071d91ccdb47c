import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { TimeOfDay } from '../../people/alert_preferences.ts'

/** A driver is to drive a tracker, or one of a group, at times of a day, or of days of the week until a day. */
export const PlannedShift = defineTable({
  name: 'planned_shift',
  columns: {
    id: Id,
    organisation_id: Id,
    driver_id: Id,
    /** Null where it is of a group. */
    tracker_id: Nullable(Id),
    group_id: Nullable(Id),
    starts_on: DateOnly,
    /** The last day on which it may begin; null of one that is not repeated. */
    until_on: Nullable(DateOnly),
    /** On which days of the week it is repeated; 1 is Monday. Empty: on the first day only. */
    weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7, uniqueItems: true }),
    /** Days on which it is left out, such as `2026-12-25`. */
    not_on: Type.Array(DateOnly, { maxItems: 100, uniqueItems: true }),
    /** By the clock of the organisation. */
    from_time: TimeOfDay,
    /** Of the next day, where it is not after `from_time`. */
    to_time: TimeOfDay,
    note: Type.String({ maxLength: 500 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'driver_id', 'starts_on', 'from_time', 'to_time'],
  purge: { keeps: { note: 'what an organisation has written about its own plan' } },
})

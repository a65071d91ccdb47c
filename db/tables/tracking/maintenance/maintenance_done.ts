import { Type } from 'typebox'
import { DateOnly, Distance, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/**
 * What was done to a tracker by a plan, or a reading of its counters. What a person has read holds: distances and hours
 * since are added to it, whatever is found again in the events.
 */
export const MaintenanceDone = defineTable({
  name: 'maintenance_done',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Null for a reading alone. */
    maintenance_plan_id: Nullable(Id),
    done_on: DateOnly,
    odometer_m: Nullable(Distance({ minimum: 0, maximum: 100_000_000_000 })),
    engine_h: Nullable(Type.Number({ minimum: 0, maximum: 10_000_000, multipleOf: 0.01, 'x-measure': 'hours' })),
    /** What that day had when it was entered on the day itself; null for a past day, which lies before it as a whole. */
    of_day_m: Nullable(Type.Number()),
    of_day_h: Nullable(Type.Number()),
    /** In minor units of the organisation's currency. */
    cost: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000_000,
        description: 'an integer of minor units',
        'x-measure': 'money',
      }),
    ),
    /** The day that a label or certificate says, until which it holds; null where the days of the plan count. */
    next_on: Nullable(DateOnly),
    note: Type.String({ maxLength: 2000 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id', 'done_on'],
})

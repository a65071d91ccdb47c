import { Type } from 'typebox'
import { DateOnly, Distance, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** What is to be done again and again to a tracker, or to each of a group and the groups below it. */
export const MaintenancePlan = defineTable({
  name: 'maintenance_plan',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** Null where it is of a group. */
    tracker_id: Nullable(Id),
    group_id: Nullable(Id),
    /** Whichever comes first: metres, hours of the engine, days. */
    every_m: Nullable(Distance({ minimum: 1000, maximum: 10_000_000_000 })),
    every_h: Nullable(Type.Number({ minimum: 1, maximum: 1_000_000, multipleOf: 0.01, 'x-measure': 'hours' })),
    every_days: Nullable(Type.Integer({ minimum: 1, maximum: 36_500 })),
    /** What is counted from for a tracker of which it was not done yet. */
    starts_on: DateOnly,
    note: Type.String({ maxLength: 2000 }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name', 'starts_on'],
  names: ['name'],
  moves: { named_in: ['maintenance_plan_id'] },
})

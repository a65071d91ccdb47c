import { Type } from 'typebox'
import { DateOnly, Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** What a matrix shows of a person in a cycle, kept until something that it is computed from changes. */
export const CpdResult = defineTable({
  name: 'cpd_result',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devcycle_id: Id,
    /** Another one says that it is outdated (`api/cpd/matrix/stamps.ts`). */
    stamp: Type.String(),
    /** The day in the organisation on which it was computed. */
    on_day: DateOnly,
    numbers: Type.Unsafe<Record<string, unknown>>(Type.Object({})),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devcycle_id', 'stamp', 'on_day', 'numbers'],
  stays: 'is computed again from the records',
})

import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A round of multi-source feedback about a person: colleagues answer a form, and stay anonymous. */
export const Devfeedback = defineTable({
  name: 'devfeedback',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Whom it is about. */
    user_id: Id,
    devformtemplate_id: Id,
    devplan_id: Nullable(Id),
    /** The last day on which colleagues answer, in the timezone of the organisation. */
    closes_on: DateOnly,
    /** Where it was closed before that. */
    closed_at: Nullable(Timestamp),
    reminded_at: Nullable(Timestamp),
    created_by: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devformtemplate_id', 'closes_on'],
})

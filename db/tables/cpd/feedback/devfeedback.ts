import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { ColleaguesApprovedBy } from '../values.ts'

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
    /** As the form had it when the round began. */
    colleagues_approved_by: ColleaguesApprovedBy,
    /** Since when a list of colleagues waits for approval. */
    proposed_at: Nullable(Timestamp),
    /** Why the last list was refused, until another is proposed. */
    refused_text: Nullable(Type.String({ maxLength: 10_000 })),
    created_by: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devformtemplate_id', 'closes_on'],
})

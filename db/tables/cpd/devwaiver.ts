import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { WaiverKind, WaiverOutcome, WaiverState } from './values.ts'

const Percent = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 100,
  description: 'How much of what these days ask for is waived',
})
/** Codes of rules. */
const Requirements = Type.Array(Type.String({ maxLength: 100 }), {
  uniqueItems: true,
  maxItems: 100,
  description: 'Codes of the requirements that it is about; all if empty',
})

/** Time that does not count against a person: a case, from the request to the decision on an appeal. */
export const Devwaiver = defineTable({
  name: 'devwaiver',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devplan_id: Id,
    from: DateOnly,
    to: DateOnly,
    /** Of leave that begins before the cycle or ends after it: its own days, where the cycle has not all of them. */
    leave_from: Nullable(DateOnly),
    leave_to: Nullable(DateOnly),
    kind: WaiverKind,
    percent: Percent,
    requirements: Requirements,
    reason: Type.String({ maxLength: 2000 }),
    state: WaiverState,
    /** What the person is to add, and what they have added. */
    asked: Nullable(Type.String({ maxLength: 5000 })),
    reply: Type.String({ maxLength: 5000 }),
    /** What was asked for, where less is granted. */
    asked_from: Nullable(DateOnly),
    asked_to: Nullable(DateOnly),
    asked_percent: Nullable(Percent),
    asked_requirements: Nullable(Requirements),
    outcome: Nullable(WaiverOutcome),
    /** Why it was decided so. */
    decision: Type.String({ maxLength: 5000 }),
    decided_by: Nullable(Id),
    decided_at: Nullable(Timestamp),
    appeal: Nullable(Type.String({ maxLength: 20_000 })),
    appealed_at: Nullable(Timestamp),
    /** What the appeal was against, once it is decided. */
    first_outcome: Nullable(WaiverOutcome),
    first_decision: Nullable(Type.String({ maxLength: 5000 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devplan_id', 'from', 'to', 'kind'],
})

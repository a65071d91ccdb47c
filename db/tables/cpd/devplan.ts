import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { PlanState } from './values.ts'

/** A person's plan for a cycle. */
export const Devplan = defineTable({
  name: 'devplan',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devcycle_id: Id,
    supervisor_user_id: Nullable(Id),
    state: PlanState,
    text: Type.String({ maxLength: 50000 }),
    self_evaluation: Type.String({ maxLength: 50000 }),
    /** Why it was returned. */
    returned_text: Nullable(Type.String({ maxLength: 10_000 })),
    submitted_at: Nullable(Timestamp),
    /** A changed plan is submitted again. */
    first_submitted_at: Nullable(Timestamp),
    agreed_at: Nullable(Timestamp),
    agreed_by_user_id: Nullable(Id),
    /** What was agreed, as JSON, and the SHA-256 of these bytes. */
    agreed_snapshot: Nullable(Type.String()),
    agreed_sha256: Nullable(Type.String()),
    reviewed_at: Nullable(Timestamp),
    /** What counted, frozen when the cycle was closed. */
    result: Nullable(Type.Unsafe<Record<string, unknown>>(Type.Object({}))),
    registered_from: Nullable(DateOnly),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devcycle_id'],
  removal: {},
  conflicts: { devplan_user_id_devcycle_id_key: ['conflict', 'devcycle_id'] },
  purge: { keeps: { agreed_snapshot: 'what another has signed, with its digest' } },
})

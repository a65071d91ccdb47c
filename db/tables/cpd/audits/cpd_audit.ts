import { type Static, Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Sized, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { ActivityVerdict, AuditState, AuditVerdict } from '../values.ts'

export const JudgedActivity = Type.Object({
  devactivity_id: Id,
  verdict: ActivityVerdict,
  reason: Type.String({ maxLength: 2000 }),
  on: DateOnly,
})
export type JudgedActivity = Static<typeof JudgedActivity>

/** The audit of one person who was drawn, from the notice to its outcome. */
export const CpdAudit = defineTable({
  name: 'cpd_audit',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    cpd_audit_draw_id: Id,
    devcycle_id: Id,
    state: AuditState,
    due_on: DateOnly,
    /** What the person writes to it. */
    reply: Type.String({ maxLength: 20_000 }),
    submitted_at: Nullable(Timestamp),
    /** Which evidence is missing. */
    asked: Nullable(Type.String({ maxLength: 5000 })),
    activities: Sized(3_000_000, Json(Type.Array(JudgedActivity, { maxItems: 1000 }))),
    verdict: Nullable(AuditVerdict),
    reason: Type.String({ maxLength: 5000 }),
    decided_by: Nullable(Id),
    decided_at: Nullable(Timestamp),
    appeal: Nullable(Type.String({ maxLength: 20_000 })),
    appealed_at: Nullable(Timestamp),
    /** What the appeal was against, once it is decided. */
    first_verdict: Nullable(AuditVerdict),
    first_reason: Nullable(Type.String({ maxLength: 5000 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'cpd_audit_draw_id', 'devcycle_id', 'due_on'],
  conflicts: { cpd_audit_draw_person: ['conflict', 'user_id'] },
  purge: { keeps: { reason: 'the decision of the organisation', first_reason: 'the decision of the organisation' } },
})

import { type Static, Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, Sized, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { PlanState } from './values.ts'

/** What a person may record of a year of a cycle; an agreement is written by the supervisor's step. */
export const planRecordKinds = ['plan', 'self_evaluation', 'goals', 'structured_conversation'] as const
const storedKinds = [...planRecordKinds, 'plan_agreed'] as const

export const PlanRecord = Type.Object({
  kind: Type.Unsafe<(typeof storedKinds)[number]>(Type.String({ enum: [...storedKinds] })),
  on: Type.Unsafe<string>({ ...DateOnly, description: 'It counts for the year of this day' }),
  text: Type.String({ maxLength: 50_000 }),
  recorded_on: Type.Unsafe<string>({ ...DateOnly, description: 'The day on which it was written' }),
})
export type PlanRecord = Static<typeof PlanRecord>

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
    /** Since when nothing dated from `closed_from` to `closed_to` changes: with the cycle, or at the person's own end. */
    closed_at: Nullable(Timestamp),
    closed_from: Nullable(DateOnly),
    closed_to: Nullable(DateOnly),
    /** An administrator has opened the person's own period again: it is closed with the cycle. */
    reopened_at: Nullable(Timestamp),
    /** The person had none when the cycle was closed. */
    made_by_closing: Type.Boolean(),
    /** By day. */
    records: Sized(2_000_000, Json(Type.Array(PlanRecord, { maxItems: 100 }))),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devcycle_id'],
  removal: {},
  conflicts: { devplan_user_id_devcycle_id_key: ['conflict', 'devcycle_id'] },
  purge: { keeps: { agreed_snapshot: 'what another has signed, with its digest' } },
})

import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

export const runStates = ['waiting', 'sent', 'nothing', 'failed'] as const

/** One run of a scheduled report: `waiting` until it was sent, had nothing to say, or failed for good. */
export const ReportRun = defineTable({
  name: 'report_run',
  columns: {
    id: Id,
    organisation_id: Id,
    report_schedule_id: Id,
    due_at: Timestamp,
    state: Type.Unsafe<(typeof runStates)[number]>(Type.String({ enum: [...runStates] })),
    attempts: Type.Integer({ minimum: 0 }),
    /** Why it failed. */
    reason: Nullable(Type.String()),
    rows: Nullable(Type.Integer({ minimum: 0 })),
    message_id: Nullable(Id),
    /** The process that makes it has it until then; after a failure, when it is tried again. */
    leased_until: Nullable(Timestamp),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
  },
  required: ['organisation_id', 'report_schedule_id', 'due_at'],
  moves: { values: { leased_until: sql`null::timestamptz` } },
})

import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const jobKinds = ['zip', 'unzip', 'encrypt', 'decrypt', 'export', 'report', 'movement', 'closing'] as const
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobKind = (typeof jobKinds)[number]
export type JobState = (typeof jobStates)[number]

/** Long work that a person waits for, with progress and an end. Never holds a passphrase. */
export const Job = defineTable({
  name: 'job',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    kind: Type.Unsafe<JobKind>(Type.Union(jobKinds.map((kind) => Type.Literal(kind)))),
    state: Type.Unsafe<JobState>(Type.Union(jobStates.map((state) => Type.Literal(state)))),
    done_bytes: Type.Integer({ minimum: 0 }),
    /** Null: not known yet. */
    total_bytes: Nullable(Type.Integer({ minimum: 0 })),
    done_entries: Type.Integer({ minimum: 0 }),
    total_entries: Nullable(Type.Integer({ minimum: 0 })),
    input: Type.Unsafe<Record<string, unknown>>(Type.Object({})),
    result_file_id: Nullable(Id),
    error_code: Nullable(Type.String()),
    /** A sentence for people. */
    error_message: Nullable(Type.String()),
    attempts: Type.Integer({ minimum: 0 }),
    /** Until when a process has it. */
    leased_until: Nullable(Timestamp),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  },
  required: ['organisation_id', 'user_id', 'kind', 'input'],
  stays: 'work of this installation; the files that it has made move',
})

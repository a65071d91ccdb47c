import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const occasions = ['left_boundary', 'returned', 'alarm', 'offline', 'online', 'reminder', 'escalation'] as const
export type Occasion = (typeof occasions)[number]

/** Something that people must be told of, not worked out yet: who, and in what words. */
export const AlertJob = defineTable({
  name: 'alert_job',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Null where a tracker is silent, or is heard of again. */
    alert_id: Nullable(Id),
    occasion: Type.Unsafe<Occasion>(Type.Union(occasions.map((occasion) => Type.Literal(occasion)))),
    /** Reminders and escalations: whose they are; null is the organisation's. */
    user_id: Nullable(Id),
    /** Which reminder it is. */
    step: Type.Integer({ minimum: 0 }),
    happened_at: Timestamp,
    due_at: Timestamp,
  },
  defaults: ['id', 'user_id', 'step', 'due_at'],
})

import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The report of a plan as it was when its cycle was closed. */
export const DevplanReport = defineTable({
  name: 'devplan_report',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    devplan_id: Id,
    content: Type.Unsafe<Record<string, unknown>>(Type.Object({})),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'devplan_id', 'content'],
  exported: 'Reports of plans as they were when their cycle was closed',
  purge: { keeps: 'what another has signed, with its digest' },
})

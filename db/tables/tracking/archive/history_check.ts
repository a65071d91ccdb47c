import { Type } from 'typebox'
import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** When the files of an organisation's closed days were last compared with their chain, and what came of it. */
export const HistoryCheck = defineTable({
  name: 'history_check',
  columns: {
    organisation_id: Id,
    checked_at: Timestamp,
    links: Type.Integer({ minimum: 0 }),
    days: Type.Integer({ minimum: 0 }),
    problems: Type.Integer({ minimum: 0 }),
  },
  stays: 'of the files of this installation',
})

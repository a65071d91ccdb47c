import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** How often something was tried since a moment: passwords, mails asked for. */
export const Attempt = defineTable({
  name: 'attempt',
  columns: {
    key: Type.String(),
    count: Type.Integer({ minimum: 0 }),
    began_at: Timestamp,
  },
})

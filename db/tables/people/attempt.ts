import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** Counts attempts in a period: passwords, requested mails. */
export const Attempt = defineTable({
  name: 'attempt',
  columns: { key: Type.String(), count: Type.Integer({ minimum: 0 }), began_at: Timestamp },
  stays: 'counters of attempts at this installation',
  past: isDaysAgo('began_at', 1),
})

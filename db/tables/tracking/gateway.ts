import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The processes that devices connect to, each by an id of its own; a row that grows old is one that has died. */
export const Gateway = defineTable({
  name: 'gateway',
  columns: {
    id: Type.String(),
    alive_at: Timestamp,
    /** It ended as it should, and has not lost its devices. */
    stopped: Type.Boolean(),
  },
  defaults: ['alive_at', 'stopped'],
})

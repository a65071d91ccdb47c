import { Type } from 'typebox'
import { Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Heartbeats of the processes that devices connect to; a row that grows old is a dead process. */
export const Gateway = defineTable({
  name: 'gateway',
  columns: {
    id: Type.String(),
    alive_at: Timestamp,
    /** Stopped regularly: its devices are not lost. */
    stopped: Type.Boolean(),
  },
  defaults: ['alive_at', 'stopped'],
  stays: 'processes of this installation',
})

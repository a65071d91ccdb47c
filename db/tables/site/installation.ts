import { Type } from 'typebox'
import { Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The number of this installation: one row, written at the first start (`db/ids/installation.ts`). */
export const Installation = defineTable({
  name: 'installation',
  columns: {
    id: Type.Integer({ minimum: 1, maximum: 1 }),
    number: Type.Integer({ minimum: 0, maximum: 8190 }),
    created_at: Timestamp,
    /** When the last complete backup began. */
    backed_up_at: Nullable(Timestamp),
  },
  defaults: ['created_at', 'backed_up_at'],
  stays: 'of the installation',
})

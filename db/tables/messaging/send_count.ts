import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Messages sent by an organisation per channel, in its last hour and day (UTC) with any. */
export const SendCount = defineTable({
  name: 'send_count',
  columns: {
    organisation_id: Id,
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push'), Type.Literal('webhook')]),
    hour: Timestamp,
    hour_count: Type.Integer({ minimum: 0 }),
    day: Timestamp,
    day_count: Type.Integer({ minimum: 0 }),
  },
})

import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

/** What an organisation has sent by a channel in the hour and the day (of UTC) that it has sent in last. */
export const SendCount = Type.Object({
  organisation_id: Id,
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push'), Type.Literal('webhook')]),
  hour: Timestamp,
  hour_count: Type.Integer({ minimum: 0 }),
  day: Timestamp,
  day_count: Type.Integer({ minimum: 0 }),
})

export type SendCountTable = Table<Static<typeof SendCount>>

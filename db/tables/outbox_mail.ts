import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** A mail that was not sent, since no mail server is set. Platform administrators read it. */
export const OutboxMail = Type.Object({
  id: Id,
  /** What was meant to carry it. */
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push')]),
  recipient: Type.String({ maxLength: 2000 }),
  subject: Type.String({ maxLength: 500 }),
  text: Type.String(),
  html: Nullable(Type.String()),
  created_at: Timestamp,
})

export type OutboxMailTable = Table<Static<typeof OutboxMail>, 'id' | 'channel' | 'html' | 'created_at'>

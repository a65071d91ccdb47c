import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** What is known of an address that an organisation's messages go to. */
export const Recipient = Type.Object({
  id: Id,
  /** Null: the installation itself, which answers enquiries. */
  organisation_id: Nullable(Id),
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push')]),
  address: Type.String({ maxLength: 2000 }),
  /** When the present hour began, and how many alerts it has had since. */
  window_began_at: Nullable(Timestamp),
  window_count: Type.Integer({ minimum: 0 }),
  unsubscribed_at: Nullable(Timestamp),
  /** When it was refused for good last, how often in a row, and why. */
  bounced_at: Nullable(Timestamp),
  bounces: Type.Integer({ minimum: 0 }),
  bounce_reason: Nullable(Type.String()),
  /** When its reader has agreed; nothing else is sent there before. */
  proved_at: Nullable(Timestamp),
  /** When they were asked last. */
  asked_at: Nullable(Timestamp),
  /** When they have declined: they are not asked again. */
  declined_at: Nullable(Timestamp),
  modified_at: Timestamp,
})

type Row = Static<typeof Recipient>
export type RecipientTable = Table<Row, Exclude<keyof Row, 'organisation_id' | 'channel' | 'address'>>

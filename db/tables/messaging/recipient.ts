import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** What is known of an address that an organisation's messages go to. */
export const Recipient = defineTable({
  name: 'recipient',
  columns: {
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
  },
  required: ['organisation_id', 'channel', 'address'],
})

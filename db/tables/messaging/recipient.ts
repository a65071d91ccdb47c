import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The state of an address that an organisation sends to. */
export const Recipient = defineTable({
  name: 'recipient',
  columns: {
    id: Id,
    /** Null: the installation itself, which answers enquiries. */
    organisation_id: Nullable(Id),
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push')]),
    address: Type.String({ maxLength: 2000 }),
    /** Start of the present hour, and the alerts sent in it. */
    window_began_at: Nullable(Timestamp),
    window_count: Type.Integer({ minimum: 0 }),
    unsubscribed_at: Nullable(Timestamp),
    /** The last bounce, the number in a row, and the reason. */
    bounced_at: Nullable(Timestamp),
    bounces: Type.Integer({ minimum: 0 }),
    bounce_reason: Nullable(Type.String()),
    /** When its reader agreed; before that only requests are sent. */
    proved_at: Nullable(Timestamp),
    /** The last request. */
    asked_at: Nullable(Timestamp),
    /** When its reader declined; not asked again. */
    declined_at: Nullable(Timestamp),
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'channel', 'address'],
  moves: { untrusted: { proved_at: sql`null::timestamptz` } },
  purge: { address: 'address' },
})

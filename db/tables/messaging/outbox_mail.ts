import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { isDaysAgo } from '../traits.ts'

/** A message stored because no provider is configured. Platform administrators read it. */
export const OutboxMail = defineTable({
  name: 'outbox_mail',
  columns: {
    id: Id,
    /** Its channel. */
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push')]),
    recipient: Type.String({ maxLength: 2000 }),
    subject: Type.String({ maxLength: 500 }),
    text: Type.String(),
    html: Nullable(Type.String()),
    created_at: Timestamp,
  },
  defaults: ['id', 'channel', 'html', 'created_at'],
  stays: 'mails that this installation has written',
  purge: { address: 'recipient' },
  past: isDaysAgo('created_at'),
})

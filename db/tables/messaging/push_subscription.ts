import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

const key = Type.String({
  minLength: 16,
  maxLength: 200,
  pattern: '^[A-Za-z0-9_-]+={0,2}$',
  description: 'a key in base64url',
})

/** A browser subscribed to alerts (RFC 8030, RFC 8291). */
export const PushSubscription = defineTable({
  name: 'push_subscription',
  columns: {
    id: Id,
    user_id: Id,
    endpoint: Type.String({
      maxLength: 2000,
      pattern: '^https://',
      description: 'an address that begins with https://',
    }),
    p256dh: key,
    auth: key,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'created_at', 'modified_at'],
  stays: 'browsers subscribe to the keys of an installation',
})

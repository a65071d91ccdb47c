import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

const key = Type.String({
  minLength: 16,
  maxLength: 200,
  pattern: '^[A-Za-z0-9_-]+={0,2}$',
  description: 'a key in base64url',
})

/** A browser that a person wants alerts in, as its Push API gives it (RFC 8030, RFC 8291). */
export const PushSubscription = Type.Object({
  id: Id,
  user_id: Id,
  endpoint: Type.String({ maxLength: 2000, pattern: '^https://', description: 'an address that begins with https://' }),
  p256dh: key,
  auth: key,
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type PushSubscriptionTable = Table<Static<typeof PushSubscription>, 'id' | 'created_at' | 'modified_at'>

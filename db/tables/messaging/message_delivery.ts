import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const channels = ['app', 'email', 'sms', 'push', 'webhook'] as const
export const states = ['queued', 'held', 'sent', 'delivered', 'failed'] as const
export type Channel = (typeof channels)[number]

/** A message on its way to one address. */
export const MessageDelivery = defineTable({
  name: 'message_delivery',
  columns: {
    id: Id,
    organisation_id: Nullable(Id),
    message_id: Id,
    channel: Type.Unsafe<Channel>(Type.Union(channels.map((channel) => Type.Literal(channel)))),
    role: Type.Union([Type.Literal('to'), Type.Literal('cc'), Type.Literal('bcc')]),
    /** Whom it is for, or whose list the address is on. */
    user_id: Nullable(Id),
    address: Type.String({ maxLength: 2000 }),
    /** What it tells of: an address is told of each once. */
    occasion: Nullable(Type.String({ maxLength: 200 })),
    /** The text where nobody else may read it, see `db/sealing.ts`; until it has left. */
    sealed: Nullable(Type.String()),
    /** When there is no more use in sending it. */
    expires_at: Nullable(Timestamp),
    state: Type.Unsafe<(typeof states)[number]>(Type.Union(states.map((state) => Type.Literal(state)))),
    /** Why it is held: the address is not confirmed, or the organisation has sent as much as it may. */
    held_because: Nullable(Type.Unsafe<'unconfirmed' | 'quota'>(Type.String({ enum: ['unconfirmed', 'quota'] }))),
    /** SOS. */
    urgent: Type.Boolean(),
    /** Whether it stands in the organisation's count of what it has sent. */
    counted: Type.Boolean(),
    attempts: Type.Integer({ minimum: 0 }),
    due_at: Timestamp,
    /** While somebody is sending it. */
    taken_until: Nullable(Timestamp),
    /** Who has carried it, and what they call it. */
    provider: Nullable(Type.String()),
    provider_id: Nullable(Type.String()),
    /** Why it has failed, or has to wait. */
    reason: Nullable(Type.String()),
    queued: Timestamp,
    sent: Nullable(Timestamp),
    delivered: Nullable(Timestamp),
    opened: Nullable(Timestamp),
    read: Nullable(Timestamp),
    failed: Nullable(Timestamp),
  },
  required: ['organisation_id', 'message_id', 'channel', 'user_id', 'address'],
})

import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'

export const channels = ['app', 'email', 'sms', 'push', 'webhook'] as const
/** `unsent`: kept in the outbox, since no provider carries its channel. */
export const states = ['queued', 'held', 'sent', 'delivered', 'unsent', 'failed'] as const
export type Channel = (typeof channels)[number]

/** The delivery of a message to one address. */
export const MessageDelivery = defineTable({
  name: 'message_delivery',
  columns: {
    id: Id,
    organisation_id: Nullable(Id),
    message_id: Id,
    channel: Type.Unsafe<Channel>(Type.Union(channels.map((channel) => Type.Literal(channel)))),
    role: Type.Union([Type.Literal('to'), Type.Literal('cc'), Type.Literal('bcc')]),
    /** The recipient, or the owner of the list with the address. */
    user_id: Nullable(Id),
    address: Type.String({ maxLength: 2000 }),
    /** Key of the occasion: an address gets one delivery for each. */
    occasion: Nullable(Type.String({ maxLength: 200 })),
    /** The confidential text, see `db/keys/`; until it was sent. */
    sealed: Nullable(Type.String()),
    /** Not sent after this. */
    expires_at: Nullable(Timestamp),
    state: Type.Unsafe<(typeof states)[number]>(Type.Union(states.map((state) => Type.Literal(state)))),
    /** Why it is held: the address is unconfirmed, or a quota is exhausted. */
    held_because: Nullable(Type.Unsafe<'unconfirmed' | 'quota'>(Type.String({ enum: ['unconfirmed', 'quota'] }))),
    /** SOS. */
    urgent: Type.Boolean(),
    /** Whether it is counted in the organisation's quota. */
    counted: Type.Boolean(),
    attempts: Type.Integer({ minimum: 0 }),
    due_at: Timestamp,
    /** Lease of the process that sends it. */
    taken_until: Nullable(Timestamp),
    /** The provider, and its id of the message. */
    provider: Nullable(Type.String()),
    provider_id: Nullable(Type.String()),
    /** Why it failed, or waits for a retry. */
    reason: Nullable(Type.String()),
    queued: Timestamp,
    sent: Nullable(Timestamp),
    delivered: Nullable(Timestamp),
    opened: Nullable(Timestamp),
    read: Nullable(Timestamp),
    failed: Nullable(Timestamp),
  },
  required: ['organisation_id', 'message_id', 'channel', 'user_id', 'address'],
  moves: { values: { taken_until: sql`null::timestamptz` } },
  sealed: { sealed: () => purposes.account_mail },
})

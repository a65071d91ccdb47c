import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { purposes } from '../../purposes.ts'

export const webhookTypes = [
  'alert.raised',
  'alert.ended',
  'trip.ended',
  'visit.began',
  'visit.ended',
  'command.answered',
  'command.failed',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** Chats and push services that take an event in words, and any other HTTP service. */
export const channelPresets = [
  'ntfy',
  'gotify',
  'telegram',
  'pushover',
  'slack',
  'teams',
  'discord',
  'matrix',
  'http',
] as const
export type ChannelPreset = (typeof channelPresets)[number]

const Ids = Type.Array(Id, { maxItems: 100, uniqueItems: true })

/** An address of an organisation's program, chat or push service that is called when something happens. */
export const WebhookEndpoint = defineTable({
  name: 'webhook_endpoint',
  columns: {
    id: Id,
    organisation_id: Id,
    /** What it is, if it is notified in words, not called by Standard Webhooks. */
    preset: Nullable(Type.Unsafe<ChannelPreset>(Type.String({ enum: [...channelPresets] }))),
    /** Where a channel is, and what it is sent with, sealed: addresses of chats are secrets. `url` is its origin. */
    settings_sealed: Nullable(Type.String()),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    url: Type.String({ minLength: 1, maxLength: 500 }),
    types: Type.Array(Type.Unsafe<WebhookType>(Type.String({ enum: [...webhookTypes] })), {
      minItems: 1,
      maxItems: webhookTypes.length,
      uniqueItems: true,
    }),
    /** Only what these trackers do, or those of these groups and below; both empty: all. */
    tracker_ids: Ids,
    group_ids: Ids,
    active: Type.Boolean(),
    /** What signs the calls, sealed; the one before signs them, too, until `old_secret_until`. */
    secret_sealed: Nullable(Type.String()),
    old_secret_sealed: Nullable(Type.String()),
    old_secret_until: Nullable(Timestamp),
    /** How many calls were accepted. */
    delivered: Type.Integer({ minimum: 0 }),
    last_delivered_at: Nullable(Timestamp),
    last_error: Nullable(Type.String()),
    last_error_at: Nullable(Timestamp),
    /** Since the last call that was accepted. */
    failing_since: Nullable(Timestamp),
    failures: Type.Integer({ minimum: 0 }),
    retry_at: Nullable(Timestamp),
    /** When it was switched off because it did not answer. */
    disabled_at: Nullable(Timestamp),
    tried_at: Nullable(Timestamp),
    /** The process that calls it has it until then. */
    leased_until: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'url', 'types'],
  moves: { values: { leased_until: sql`null::timestamptz` } },
  sealed: {
    secret_sealed: purposes.webhook_endpoint,
    old_secret_sealed: purposes.webhook_endpoint,
    settings_sealed: purposes.notify_channel,
  },
})

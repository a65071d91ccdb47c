import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { isDaysAgo } from '../../traits.ts'
import { type WebhookType, webhookTypes } from './webhook_endpoint.ts'

export const webhookStates = ['waiting', 'delivered', 'failed'] as const
export type WebhookState = (typeof webhookStates)[number]
/** `test` is what the button of an endpoint sends. */
export const deliveredTypes = [...webhookTypes, 'test'] as const

/** Something that happened, on its way to an endpoint. Written in the transaction of what happened (`queue_webhooks`). */
export const WebhookDelivery = defineTable({
  name: 'webhook_delivery',
  columns: {
    id: Id,
    organisation_id: Id,
    webhook_endpoint_id: Id,
    /** The receiver knows it by this: it stays the same in all attempts. */
    webhook_id: Type.String(),
    type: Type.Unsafe<WebhookType | 'test'>(Type.String({ enum: [...deliveredTypes] })),
    /** What happened: for an endpoint each once. */
    key: Type.String(),
    tracker_id: Nullable(Id),
    happened_at: Timestamp,
    /** As it is sent, in JSON. */
    body: Type.String(),
    state: Type.Unsafe<WebhookState>(Type.String({ enum: [...webhookStates] })),
    attempts: Type.Integer({ minimum: 0 }),
    queued_at: Timestamp,
    due_at: Timestamp,
    tried_at: Nullable(Timestamp),
    /** The HTTP status of the last answer. */
    status: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'webhook_endpoint_id', 'type', 'key', 'happened_at', 'body'],
  purge: { phone: 'without_index' },
  past: isDaysAgo('created_at'),
})

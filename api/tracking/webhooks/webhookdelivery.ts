import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { WebhookDelivery } from '#db/tables/tracking/webhooks/webhook_delivery.ts'
import { nothing, ofAdministrator } from '../../crud/access.ts'
import { defineResource, equals } from '../../crud/resource.ts'

const { key: _k, ...columns } = WebhookDelivery.columns

/** What was sent to webhooks, and what waits: kept for a month. */
export const webhookdelivery = defineResource({
  name: 'webhookdelivery',
  plural: 'webhookdeliveries',
  noun: 'delivery',
  about: 'List calls of webhooks of the last month, with their bodies, attempts and last answers',
  table: 'webhook_delivery',
  row: Type.Object(columns),
  filters: {
    organisation_id: equals('organisation_id', Id),
    webhook_endpoint_id: equals('webhook_endpoint_id', Id),
    state: equals('state', columns.state),
  },
  search: ['type', 'webhook_id'],
  sort: { id: null },
  default_sort: '-id',
  reads: (viewer) => ofAdministrator(viewer, 'webhook_delivery.organisation_id'),
  writes: () => nothing,
})

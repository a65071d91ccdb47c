import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { WebhookEndpoint } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'
import { makeStandardSecret } from '#messages/signature.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { checkAddress, checkFilters, endpointLists, ofEndpoints, shownColumns, writeFresh } from './endpoints.ts'

const columns = { ...shownColumns, old_secret_until: WebhookEndpoint.columns.old_secret_until }
const { name, url, types, tracker_ids, group_ids, active } = columns

/** Addresses that are called when something happens in an organisation. `messages/webhooks` does it. */
export const webhookendpoint = defineResource({
  name: 'webhookendpoint',
  plural: 'webhookendpoints',
  noun: 'webhook',
  about: 'List webhooks: the addresses that are called when something happens, with the last error',
  ...endpointLists,
  row: Type.Object(columns),
  search: ['name', 'url'],
  reads: ofEndpoints('null'),
  writes: ofEndpoints('null'),
  quota: { organisation: 'webhook_endpoints' },
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ name, url, types }, { organisation_id: Id, tracker_ids, group_ids, active }),
    answer: Type.Object({ ...columns, secret: Secret() }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      if (body.url !== undefined) checkAddress('url', body.url)
      await checkFilters(trx, organisation_id, body)
      const { id } = await rows(trx, 'webhook_endpoint').insert({ ...body, organisation_id })
      const secret = makeStandardSecret()
      await trx
        .updateTable('webhook_endpoint')
        .set({ secret_sealed: contextOf(trx).keys.seal(secret, purposes.webhook_endpoint(id)) })
        .where('id', '=', id)
        .execute()
      return { id, shown_once: { secret } }
    },
  },
  update: {
    body: bodyOf({}, { name, url, types, tracker_ids, group_ids, active }),
    async run(trx, _viewer: Viewer, body) {
      if (body.url !== undefined) checkAddress('url', body.url)
      await checkFilters(trx, body.organisation_id, body)
      await writeFresh(trx, body)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'webhook_endpoint').remove(target),
})

/** How a secret is described where it is shown, once. */
export function Secret() {
  return Type.String({ description: 'Shown once. Signs the calls by Standard Webhooks; begins with `whsec_`' })
}

import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { WebhookEndpoint } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'
import { makeStandardSecret } from '#messages/signature.ts'
import { ofAdministrator, scope } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { checkFilters, waiting, writeFresh } from './endpoints.ts'

const {
  secret_sealed: _s,
  old_secret_sealed: _o,
  retry_at: _r,
  tried_at: _t,
  leased_until: _l,
  preset: _p,
  settings_sealed: _e,
  ...columns
} = WebhookEndpoint.columns
const { name, url, types, tracker_ids, group_ids, active } = columns

/** Addresses that are called when something happens in an organisation. `messages/webhooks` does it. */
export const webhookendpoint = defineResource({
  name: 'webhookendpoint',
  plural: 'webhookendpoints',
  noun: 'webhook',
  about: 'List webhooks: the addresses that are called when something happens, with the last error',
  table: 'webhook_endpoint',
  row: Type.Object({
    ...columns,
    waiting: Type.Integer({ minimum: 0, description: 'Calls that wait to be accepted; counted up to 1000' }),
  }),
  computed: {
    // As numbers: arrays of bigint are texts.
    tracker_ids: sql<number[]>`to_jsonb(webhook_endpoint.tracker_ids)`,
    group_ids: sql<number[]>`to_jsonb(webhook_endpoint.group_ids)`,
    waiting,
  },
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', active) },
  search: ['name', 'url'],
  sort: { id: null, name: null, last_delivered_at: null },
  default_sort: 'id',
  reads: ofPrograms,
  writes: ofPrograms,
  quota: { organisation: 'webhook_endpoints' },
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ name, url, types }, { organisation_id: Id, tracker_ids, group_ids, active }),
    answer: Type.Object({ ...columns, secret: Secret() }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      check(body)
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
      check(body)
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

/** Those that are called by the standard; others are channels. */
function ofPrograms(viewer: Viewer) {
  const own = ofAdministrator(viewer, 'webhook_endpoint.organisation_id')
  return scope(own.extent, sql<SqlBool>`(${own} and webhook_endpoint.preset is null)`)
}

/**
 * Whether the address is public is checked when it is connected to, as a name may change.
 *
 * @throws {AppError} that names the field
 */
function check({ url }: { url?: string }): void {
  if (url === undefined) return
  const address = URL.canParse(url) ? new URL(url) : null
  if (!address || !['http:', 'https:'].includes(address.protocol)) {
    throw wrong('url', 'is not an address that begins with https:// or http://.')
  }
  if (address.username || address.password) throw wrong('url', 'has a name or password, which everybody would read.')
}

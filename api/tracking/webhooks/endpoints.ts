import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { WebhookEndpoint } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'
import { ofAdministrator, scope } from '../../crud/access.ts'
import { equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'

/** What webhooks and channels have in common: both are rows of `webhook_endpoint`. */

const {
  secret_sealed: _s,
  old_secret_sealed: _o,
  old_secret_until: _u,
  settings_sealed: _e,
  retry_at: _r,
  tried_at: _t,
  leased_until: _l,
  preset: _p,
  ...columns
} = WebhookEndpoint.columns

/** The columns that people see. */
export const shownColumns = {
  ...columns,
  waiting: Type.Integer({ minimum: 0, description: 'Calls that wait to be accepted; counted up to 1000' }),
}

export const endpointLists = {
  table: 'webhook_endpoint',
  computed: {
    // As numbers: arrays of bigint are texts.
    tracker_ids: sql<number[]>`to_jsonb(webhook_endpoint.tracker_ids)`,
    group_ids: sql<number[]>`to_jsonb(webhook_endpoint.group_ids)`,
    waiting: sql<number>`(select count(*)::integer from (select 1 from webhook_delivery d
      where d.webhook_endpoint_id = webhook_endpoint.id and d.state = 'waiting' limit 1000) w)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', columns.active) },
  sort: { id: null, name: null, last_delivered_at: null },
  default_sort: 'id',
} as const

/** Those of administrators that are called by the standard, or are channels. */
export const ofEndpoints = (preset: 'null' | 'not null') => (viewer: Viewer) => {
  const own = ofAdministrator(viewer, 'webhook_endpoint.organisation_id')
  return scope(own.extent, sql<SqlBool>`(${own} and webhook_endpoint.preset is ${sql.raw(preset)})`)
}

/**
 * Whether the address is public is checked when it is connected to, as a name may change.
 *
 * @throws {AppError} that names the field
 */
export function checkAddress(field: string, text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null
  if (!address || !['http:', 'https:'].includes(address.protocol)) {
    throw wrong(field, 'is not an address that begins with https:// or http://.')
  }
  if (address.username || address.password) throw wrong(field, 'has a name or password, which everybody would read.')
  return address
}

/** @throws {AppError} that names the field */
export async function checkFilters(
  trx: Trx,
  organisation_id: number,
  { tracker_ids, group_ids }: Filters,
): Promise<void> {
  for (const [field, table, ids] of [
    ['tracker_ids', 'tracker', tracker_ids],
    ['group_ids', 'tracker_group', group_ids],
  ] as const) {
    if (!ids || ids.length === 0) continue
    const found = await trx
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .where('id', 'in', ids)
      .execute()
    if (found.length < ids.length) throw wrong(field, 'has one that is not of this organisation.')
  }
}

/** An administrator has changed it: what waits is tried at once, and errors of before say nothing. */
export async function writeFresh(trx: Trx, body: { id: number; organisation_id: number }): Promise<void> {
  await rows(trx, 'webhook_endpoint').update(body)
  await trx
    .updateTable('webhook_endpoint')
    .set({ retry_at: null, failures: 0, failing_since: null, last_error: null, last_error_at: null, disabled_at: null })
    .where('id', '=', body.id)
    .execute()
}

type Filters = { tracker_ids?: number[] | undefined; group_ids?: number[] | undefined }

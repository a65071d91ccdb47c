import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { rows } from '../../crud/rows.ts'
import { wrong } from '../../http/errors.ts'

/** What webhooks and channels have in common. */

export const waiting = sql<number>`(select count(*)::integer from (select 1 from webhook_delivery d
  where d.webhook_endpoint_id = webhook_endpoint.id and d.state = 'waiting' limit 1000) w)`

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

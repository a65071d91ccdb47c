import { sql } from 'kysely'
import type { Trx } from '../database.ts'
import { fromMicros } from '../history/hot_rows.ts'
import { trackerKey, unnestRows } from '../unnest.ts'
import type { KeyedEvent } from './doubled.ts'

/**
 * Lets what refers to events follow their new ids: the last event of a tracker, alerts, and reports that wait to be
 * forwarded. The rest of the schema keeps no ids of events.
 *
 * An alert does not say the time of its event: of several events of a tracker with one id it belongs to the one that
 * arrived nearest to the time at which the alert was made.
 */
export async function followEvents(trx: Trx, moved: Moved[]): Promise<void> {
  const given = listed(moved)
  for (const table of ['tracker_state', 'report_forward_item'] as const) {
    await sql`update ${sql.table(table)} t set event_id = k.new_id from ${given}
      where t.organisation_id = k.organisation_id and t.tracker_id = k.tracker_id and t.event_id = k.id
        and t.fix_at = ${fromMicros(sql`k.fix_at`)}`.execute(trx)
  }
  await sql`update alert t set event_id = k.new_id from ${given}
    where t.organisation_id = k.organisation_id and t.tracker_id = k.tracker_id and t.event_id = k.id
      and (k.since is null or t.created_at >= ${fromMicros(sql`k.since`)})
      and (k.until is null or t.created_at < ${fromMicros(sql`k.until`)})`.execute(trx)
}

/** The events as `k`, a row each. */
export const listed = (moved: Moved[]) =>
  unnestRows(moved, { bigint: [...trackerKey, 'fix_at', 'digest', 'id', 'new_id', 'since', 'until'] }, 'k')

/** An event that gets another id. */
export type Moved = KeyedEvent & {
  new_id: number
  /** Alerts with the old id that were made between these times are this event's; null is without an end. */
  since: number | null
  until: number | null
}

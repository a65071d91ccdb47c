import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'

/** Opens an alert for each tracker that went offline. People are notified by `queueSilences`, after a minute. */
export async function openOfflineAlerts(trx: Kysely<Database>, trackers: TrackerKey[]): Promise<void> {
  if (trackers.length === 0) return
  await sql`
    insert into alert (organisation_id, tracker_id, kind, started_at, raised_at)
    select organisation_id, tracker_id, 'offline', now(), now() from ${rowsOf(trackers)}
    on conflict do nothing`.execute(trx)
}

/** Ends the alerts of trackers that are online again, and deletes those of less than a minute, which notified no user. */
export async function endOfflineAlerts(trx: Kysely<Database>, trackers: TrackerKey[]): Promise<void> {
  if (trackers.length === 0) return
  await sql`
    with short as (
      delete from alert a using ${rowsOf(trackers)}
      where ${isOpen} and a.started_at > now() - interval '1 minute' and a.acknowledged_at is null
      returning a.id
    )
    update alert a set ended_at = now() from ${rowsOf(trackers)}
    where ${isOpen} and not (a.started_at > now() - interval '1 minute' and a.acknowledged_at is null)`.execute(trx)
}

const isOpen = sql`a.organisation_id = t.organisation_id and a.tracker_id = t.tracker_id and a.kind = 'offline'
        and a.ended_at is null`

const rowsOf = (trackers: TrackerKey[]) => unnestRows(trackers, { bigint: trackerKey }, 't')

type TrackerKey = { organisation_id: number; tracker_id: number }

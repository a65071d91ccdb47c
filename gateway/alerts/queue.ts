import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'

/**
 * Queues jobs for alerts that were raised or ended, in the same transaction: one statement, one row each. Recipients
 * and texts are determined later (`dispatch.ts`).
 *
 * @param alerts as the same transaction has written them
 */
export async function queueAlerts(trx: Kysely<Database>, alerts: Alerted[]): Promise<void> {
  if (alerts.length === 0) return
  await sql`/* queue_alerts */
    with written as materialized (
      select a.* from ${unnestRows(alerts, { bigint: ['organisation_id', 'id'] }, 'g')}
      -- By their key: as a join, the plan for all values once read all ended alerts for each.
      cross join lateral (select * from alert a where a.organisation_id = g.organisation_id and a.id = g.id offset 0) a
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
    select organisation_id, tracker_id, id, occasion, happened_at
    from (
      -- One that is new has the time of this transaction.
      select w.*, w.kind as occasion, w.started_at as happened_at, 1 as place from written w where w.created_at = now()
      union all
      select w.*, case w.kind when 'left_boundary' then 'returned' else 'exited_boundary' end, w.ended_at, 2
      from written w where w.kind in ('left_boundary', 'entered_boundary') and w.ended_at is not null
    ) of
    -- The demo begins with an hour of history, which is shown and not sent.
    where happened_at > now() - interval '1 minute' or not exists (
      select from tracker t where t.organisation_id = of.organisation_id and t.id = of.tracker_id and t.demo)
    order by happened_at, id, place`.execute(trx)
}

/** Queues alerts for trackers that went offline, delayed: a tracker that is back within a minute causes none. */
export async function queueSilences(trx: Kysely<Database>, trackers: Silent[]): Promise<void> {
  if (trackers.length === 0) return
  await sql`/* queue_silences */
    insert into alert_job (organisation_id, tracker_id, occasion, happened_at, due_at)
    select organisation_id, tracker_id, 'offline', now(), now() + ${OFFLINE_ALERT_DELAY}
    from ${trackerRows(trackers)}`.execute(trx)
}

/** Queues alerts for trackers that are online again, if an offline alert was sent. */
export async function queueReappearances(trx: Kysely<Database>, trackers: Silent[]): Promise<void> {
  if (trackers.length === 0) return
  await sql`/* queue_reappearances */
    with untold as (
      delete from alert_job j using ${trackerRows(trackers)}
      where j.organisation_id = t.organisation_id and j.tracker_id = t.tracker_id and j.occasion = 'offline'
      returning j.tracker_id
    )
    insert into alert_job (organisation_id, tracker_id, occasion, happened_at)
    select organisation_id, tracker_id, 'online', now()
    from ${trackerRows(trackers)}
    where not exists (select from untold u where u.tracker_id = t.tracker_id)`.execute(trx)
}

const OFFLINE_ALERT_DELAY = sql`interval '1 minute'`

const trackerRows = (trackers: Silent[]) => unnestRows(trackers, { bigint: trackerKey }, 't')

type Alerted = { id: number; organisation_id: number }
type Silent = { organisation_id: number; tracker_id: number }

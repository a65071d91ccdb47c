import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { WatchedKind } from '#db/tables/tracking/alert_watch.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Put } from './segments.ts'
import { type TrackerKey, timeOf } from './store.ts'

/**
 * Raises alerts for those who have asked when a tracker arrives at a boundary or departs from it, in the transaction that
 * writes its visits: each visit once, whatever is killed or found again. What is known only later than `FRESH_MS`, as
 * after a long silence or of old history, is not news any more.
 */
export async function raiseWatched(trx: Trx, changes: readonly Visited[]): Promise<void> {
  const happened = changes.flatMap(({ key, puts, visit_min_s }) => puts.flatMap((put) => newsOf(key, put, visit_min_s)))
  if (happened.length === 0) return
  const { rows: watched } = await sql<Watched>`/* take_watches */
    update alert_watch w set notified_at = h.at::timestamptz from ${happenedRows(happened)}
    where w.organisation_id = h.organisation_id and w.tracker_id = h.tracker_id and w.boundary_id = h.boundary_id
      and w.kind = h.kind and h.at::timestamptz > w.created_at
      -- Late reports move a visit's begin or end by some minutes.
      and (w.notified_at is null or h.at::timestamptz > w.notified_at + ${APART})
    returning w.id, w.organisation_id, w.tracker_id, w.boundary_id, w.kind, w.user_id, w.once, h.at`.execute(trx)
  if (watched.length === 0) return
  await sql`/* raise_watched */
    with watched as (select * from ${watchedRows(watched)}), raised as (
      insert into alert (organisation_id, tracker_id, kind, boundary_id, boundary_name, started_at, raised_at, ended_at)
      select distinct w.organisation_id, w.tracker_id, w.kind, w.boundary_id, b.name, w.at::timestamptz,
        w.at::timestamptz, w.at::timestamptz
      from watched w join boundary b on b.organisation_id = w.organisation_id and b.id = w.boundary_id
      returning organisation_id, id, tracker_id, kind, boundary_id, started_at
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, user_id, happened_at)
    select w.organisation_id, w.tracker_id, r.id, w.kind, w.user_id, r.started_at
    from watched w join raised r on r.organisation_id = w.organisation_id and r.tracker_id = w.tracker_id
      and r.kind = w.kind and r.boundary_id = w.boundary_id and r.started_at = w.at::timestamptz
    order by r.started_at, r.id, w.user_id`.execute(trx)
  const ended = watched.filter(({ once }) => once).map(({ id }) => id)
  if (ended.length > 0) await trx.deleteFrom('alert_watch').where('id', 'in', ended).execute()
}

/** It has arrived when it has stayed for the profile's least visit, or stands; it departs from what it has visited. */
function newsOf(key: TrackerKey, { segment, through }: Put, visit_min_s: number): Happened[] {
  const { kind, boundary_id, began_at, ended_at, details } = segment
  if (kind !== 'visit' || boundary_id === null || details.passing || through < Date.now() - FRESH_MS) return []
  const { organisation_id, tracker_id } = key
  const at = (kind: WatchedKind, at: number) => ({ organisation_id, tracker_id, boundary_id, kind, at: timeOf(at) })
  const stays = details.stopped || (ended_at ?? through) - began_at >= visit_min_s * 1000
  return [...(stays ? [at('arrived', began_at)] : []), ...(ended_at === null ? [] : [at('departed', ended_at)])]
}

const happenedRows = (rows: Happened[]) =>
  unnestRows(rows, { bigint: [...trackerKey, 'boundary_id'], text: ['kind', 'at'] }, 'h')

const watchedRows = (rows: Watched[]) =>
  unnestRows(rows, { bigint: [...trackerKey, 'boundary_id', 'user_id'], text: ['kind', 'at'] }, 'u')

const FRESH_MS = 15 * 60_000
const APART = sql`interval '15 minutes'`

type Happened = TrackerKey & { boundary_id: number; kind: WatchedKind; at: string }
type Watched = Happened & { id: number; user_id: number; once: boolean }
export type Visited = { key: TrackerKey; puts: readonly Put[]; visit_min_s: number }

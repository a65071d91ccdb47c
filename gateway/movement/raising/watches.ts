import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { WatchedKind } from '#db/tables/tracking/alert_watch.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Put } from '../segments.ts'
import { type TrackerKey, timeOf } from '../store.ts'
import { type News, queueMovement } from './webhooks.ts'

/**
 * Raises alerts for those who have asked when a tracker arrives at a boundary or departs from it, and queues trips and
 * visits for webhooks, in the transaction that writes them: each visit once, whatever is killed or found again. What is known only later than `FRESH_MS`, as
 * after a long silence or of old history, is not news any more.
 */
export async function raiseWatched(trx: Trx, changes: readonly Visited[]): Promise<void> {
  const news = changes.flatMap(({ key, puts, visit_min_s }) => puts.flatMap((put) => newsOf(key, put, visit_min_s)))
  await queueMovement(trx, news)
  const happened = news.flatMap(watchedOf)
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
function newsOf(key: TrackerKey, { segment, through }: Put, visit_min_s: number): News[] {
  const { kind, boundary_id, began_at, ended_at, details } = segment
  if (through < Date.now() - FRESH_MS) return []
  if (kind === 'trip') return ended_at === null ? [] : [{ key, what: 'trip.ended', at: ended_at, segment }]
  if (kind !== 'visit' || boundary_id === null || details.passing) return []
  const stays = details.stopped || (ended_at ?? through) - began_at >= visit_min_s * 1000
  return [
    ...(stays ? [{ key, what: 'visit.began' as const, at: began_at, segment }] : []),
    ...(ended_at === null ? [] : [{ key, what: 'visit.ended' as const, at: ended_at, segment }]),
  ]
}

function watchedOf({ key: { organisation_id, tracker_id }, what, at, segment: { boundary_id } }: News): Happened[] {
  if (what === 'trip.ended' || boundary_id === null) return []
  const kind = what === 'visit.began' ? 'arrived' : 'departed'
  return [{ organisation_id, tracker_id, boundary_id, kind, at: timeOf(at) }]
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

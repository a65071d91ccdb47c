import { type Kysely, sql } from 'kysely'
import { DamagedHistory } from '#db/history/errors.ts'
import { findEvents } from '#db/history/find.ts'
import type { StoredEvent } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import type { HistoryStore } from '#db/history/store.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Job } from './jobs.ts'

/**
 * Position and speed of each tracker at the event that raised the alert, or the latest.
 *
 * @param history where events of closed days are
 */
export async function readPlaces(
  db: Kysely<Database>,
  jobs: Job[],
  history: HistoryStore | null = null,
): Promise<Map<Job, Place>> {
  if (jobs.length === 0) return new Map()
  const asked = jobs.map((job) => ({ ...job, event_id: hasEvent(job) ? job.event_id : null }))
  const { rows } = await sql<Row>`/* alert_places */
    select g.i::int as i, st_x(p.position) as lon, st_y(p.position) as lat, p.speed, p.is_event
    from ${unnestRows(asked, { bigint: [...trackerKey, 'event_id'], text: ['raised_at'] }, 'g', 'i')}
    cross join lateral (
      (select e.position, e.speed, true as is_event from tracker_event e
        where g.event_id is not null and e.organisation_id = g.organisation_id and e.tracker_id = g.tracker_id
          -- Events are found by their time, and an alert is never raised after its event's.
          and e.fix_at >= g.raised_at::timestamptz - interval '1 ms' and e.id = g.event_id
        order by e.fix_at limit 1)
      union all
      (select s.position, s.speed, false from tracker_state s
        where s.organisation_id = g.organisation_id and s.tracker_id = g.tracker_id)
      limit 1
    ) p`.execute(db)
  const places = new Map(rows.map(({ i, lon, lat, speed }) => [jobs[i - 1]!, { position: placeOf(lon, lat), speed }]))
  if (history) {
    const of_event = new Set(rows.filter(({ is_event }) => is_event).map(({ i }) => jobs[i - 1]!))
    const older = jobs.filter((job) => hasEvent(job) && job.raised_at !== null && !of_event.has(job))
    for (const [job, place] of await readArchived(db, older, history)) places.set(job, place)
  }
  return places
}

/** Places of events of closed days. Unreadable files must not delay an alert: it gets the latest place instead. */
async function readArchived(db: Kysely<Database>, jobs: Job[], history: HistoryStore): Promise<Map<Job, Place>> {
  const references = jobs.map(({ organisation_id, tracker_id, event_id, raised_at }) => ({
    organisation_id,
    tracker_id,
    id: event_id!,
    to: null,
    from: new Date(Date.parse(raised_at!) - 1).toISOString(),
  }))
  const signal = AbortSignal.timeout(FILES_MS)
  const events = await findEvents(db, history, references, signal).catch((error) => {
    if (error instanceof DamagedHistory || signal.aborted) return new Map<number, StoredEvent>()
    throw error
  })
  if (events.size === 0) return new Map()
  const { rows } = await sql<Pick<Row, 'lon' | 'lat' | 'speed'> & { id: number }>`
    select e.id, st_x(e.position) as lon, st_y(e.position) as lat, e.speed
    from (${archivedRows([...events.values()])}) e`.execute(db)
  const places = new Map(rows.map(({ id, lon, lat, speed }) => [id, { position: placeOf(lon, lat), speed }]))
  return new Map(jobs.flatMap((job) => (places.has(job.event_id!) ? [[job, places.get(job.event_id!)!]] : [])))
}

const FILES_MS = 2_000

const hasEvent = ({ occasion, event_id }: Job) =>
  event_id !== null &&
  ['left_boundary', 'entered_boundary', 'alarm', 'guard', 'sensor', 'jamming', 'escalation'].includes(occasion)

const placeOf = (lon: number | null, lat: number | null) => (lon === null || lat === null ? null : { lon, lat })

type Row = { i: number; lon: number | null; lat: number | null; speed: number | null; is_event: boolean }
export type Place = { position: { lon: number; lat: number } | null; speed: number | null }

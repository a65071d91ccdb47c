import { type Kysely, sql } from 'kysely'
import { bigints, texts } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import type { Job } from './jobs.ts'

/** Position and speed of each tracker at the event that raised the alert, or the latest. */
export async function readPlaces(db: Kysely<Database>, jobs: Job[]): Promise<Map<Job, Place>> {
  if (jobs.length === 0) return new Map()
  const { rows } = await sql<{ i: number; lon: number | null; lat: number | null; speed: number | null }>`
    select g.i::int as i, st_x(p.position) as lon, st_y(p.position) as lat, p.speed
    from unnest(${bigints(jobs.map((job) => job.organisation_id))}::bigint[],
      ${bigints(jobs.map((job) => job.tracker_id))}::bigint[],
      ${bigints(jobs.map((job) => (hasEvent(job) ? job.event_id : null)))}::bigint[],
      ${texts(jobs.map((job) => job.raised_at))}::text[]) with ordinality as g (organisation_id, tracker_id, event_id, raised_at, i)
    cross join lateral (
      (select e.position, e.speed from tracker_event e
        where g.event_id is not null and e.organisation_id = g.organisation_id and e.tracker_id = g.tracker_id
          -- Events are found by their time, and an alert is never raised after its event's.
          and e.fix_at >= g.raised_at::timestamptz - interval '1 ms' and e.id = g.event_id
        order by e.fix_at limit 1)
      union all
      (select s.position, s.speed from tracker_state s
        where s.organisation_id = g.organisation_id and s.tracker_id = g.tracker_id)
      limit 1
    ) p`.execute(db)
  return new Map(rows.map(({ i, lon, lat, speed }) => [jobs[i - 1]!, { position: placeOf(lon, lat), speed }]))
}

const hasEvent = ({ occasion, event_id }: Job) =>
  event_id !== null && ['left_boundary', 'entered_boundary', 'alarm', 'escalation'].includes(occasion)

const placeOf = (lon: number | null, lat: number | null) => (lon === null || lat === null ? null : { lon, lat })

export type Place = { position: { lon: number; lat: number } | null; speed: number | null }

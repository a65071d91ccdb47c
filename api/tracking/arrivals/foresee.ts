import { sql } from 'kysely'
import { hasArrived, LATE_AFTER_S, type Late, raiseLate } from '#db/alerts/late.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { readsTracker } from '../access/scopes.ts'
import { estimateArrivals } from './estimate.ts'

/** Raises alerts of trackers that will be late where they were asked for, before it is too late to do something. */
export const makeForesight = ({ db }: ApiContext): PeriodicTask => ({
  name: 'lateness to come',
  interval_ms: 60_000,
  run: async () => {
    await foreseeLate(db)
  },
})

/**
 * Takes the requests of the next hours, and raises those whose tracker would be late even if it drove there at once and
 * as quickly as the quickest fifth of the trips that it is learned from. A straight line raises none: it is a guess.
 *
 * @returns how many were raised; `gateway/alerts/late.ts` does not raise them again
 */
export async function foreseeLate(db: Db): Promise<number> {
  const { rows: persons } = await sql<{ user_id: number }>`/* expecting_persons */
    select w.user_id::float8 as user_id from alert_watch w where ${isExpected} and ${isServed(sql`w.organisation_id`)}
    group by w.user_id order by min(w.expected_at), w.user_id limit ${sql.lit(MOST_PERSONS)}`.execute(db)
  let raised = 0
  for (const { user_id } of persons) {
    const viewer = await loadViewer(db, { user_id })
    if (viewer) raised += await foreseeFor(db, viewer)
  }
  return raised
}

async function foreseeFor(db: Db, viewer: Viewer): Promise<number> {
  const late: (Late & { id: number })[] = []
  for (const expected of await readExpected(db, viewer)) {
    const { organisation_id, tracker_id, fix_at, speed, lon, lat } = expected
    const tracker = { id: tracker_id, fix_at, speed, position: [lon, lat] as const }
    const place = [expected.place_lon, expected.place_lat] as const
    const found = await estimateArrivals(db, { viewer, organisation_id }, [tracker], place)
    const { trips, earliest_at, arrives_at } = found.get(tracker_id)!
    if (trips === 0 || !earliest_at) continue
    if (Date.parse(earliest_at) <= Date.parse(expected.expected_at) + LATE_AFTER_S * 1000) continue
    late.push({ ...expected, started_at: new Date().toISOString(), arrives_at })
  }
  if (late.length === 0) return 0
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update alert_watch w set foreseen_for = w.expected_at
      where w.id = any(${late.map(({ id }) => id)}::bigint[]) and ${isExpected}
      returning w.id::float8 as id`.execute(trx)
    const ids = new Set(rows.map(({ id }) => id))
    await raiseLate(
      trx,
      late.filter(({ id }) => ids.has(id)),
    )
    return ids.size
  })
}

/**
 * With the position of each tracker, and the nearest of its boundary: of a large one its middle may be far. Without those
 * whose tracker has come and left again.
 */
async function readExpected(db: Db, viewer: Viewer): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select w.id::float8 as id, w.organisation_id::float8 as organisation_id, w.tracker_id::float8 as tracker_id,
      w.boundary_id::float8 as boundary_id, w.user_id::float8 as user_id, w.expected_at, s.fix_at,
      s.speed::float8 as speed, st_x(s.position) as lon, st_y(s.position) as lat, st_x(p.at) as place_lon,
      st_y(p.at) as place_lat
    from alert_watch w
    join tracker on tracker.organisation_id = w.organisation_id and tracker.id = w.tracker_id
    join tracker_state s on s.organisation_id = w.organisation_id and s.tracker_id = w.tracker_id and s.valid
    join boundary b on b.organisation_id = w.organisation_id and b.id = w.boundary_id
    cross join lateral (select st_closestpoint(b.geometry, s.position) as at) p
    where w.user_id = ${viewer.user_id} and ${isExpected} and ${readsTracker(viewer)}
      and s.fix_at > now() - interval '15 minutes' and not st_covers(b.geometry, s.position)
      and not ${hasArrived('w', sql`w.expected_at`, sql`w.created_at`)}
    order by w.expected_at, w.id limit ${sql.lit(MOST_OF_PERSON)}`.execute(db)
  return rows
}

/** Not known to be late yet; what is over is decided by `gateway/alerts/late.ts`. */
const isExpected = sql`(w.kind = 'late' and w.expected_at > now() and w.expected_at < now() + interval '3 hours'
  and w.foreseen_for is distinct from w.expected_at)`

/** Of one pass: some milliseconds each, and some more where what an organisation has learned is read. */
const MOST_PERSONS = 200
const MOST_OF_PERSON = 50

type Expected = Omit<Late, 'started_at' | 'arrives_at'> & {
  id: number
  fix_at: string
  speed: number | null
  lon: number
  lat: number
  place_lon: number
  place_lat: number
}

import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { readTracks } from '#db/history/tracks/read.ts'
import { DAY_MS } from '#db/history/tracks/stored_days.ts'
import { isServed } from '#db/moving/hold.ts'
import { isPrivate } from '#db/privacy/private_trips.ts'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'
import type { ApiContext } from '../../context.ts'
import { courseOf } from './course.ts'

/** Learns where finished trips came through, and forgets those that are gone. */
export const makeTripLearning = ({ db, reads }: ApiContext): PeriodicTask => ({
  name: 'learning of trips',
  interval_ms: 60_000,
  run: async () => {
    const ends_at = Date.now() + BUDGET_MS
    while (Date.now() < ends_at) {
      const organisation = await takeOrganisation(db)
      if (!organisation) return
      await learnTrips({ db, reads }, organisation, ends_at)
    }
  },
})

/** The one that waits longest is this process's for now: another process takes the next. */
async function takeOrganisation(db: Kysely<Database>): Promise<Learning | null> {
  await sql`/* new_trip_learning */
    insert into trip_learning (organisation_id)
    select o.id from organisation o where not exists (select from trip_learning l where l.organisation_id = o.id)
      and exists (select from movement_checkpoint m where m.organisation_id = o.id)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<Learning>`/* take_trip_learning */
    update trip_learning set read_at = now() where organisation_id = (
      select l.organisation_id from trip_learning l
      where (l.read_at is null or l.read_at <= now() - ${EVERY}) and ${isServed(sql`l.organisation_id`)}
      order by l.read_at nulls first, l.organisation_id limit 1 for update of l skip locked)
    returning organisation_id::float8 as organisation_id, learned_from::text as learned_from`.execute(db)
  return rows[0] ?? null
}

/**
 * The newest trips first, then the next older ones: from the newest to the oldest, and again from the beginning. So what
 * was found again in late reports is learned again, each trip counts once, and what is gone is forgotten.
 */
export async function learnTrips(
  { db, reads }: Databases,
  { organisation_id, learned_from }: Learning,
  ends_at: number,
) {
  const oldest = await forgetOld(db, organisation_id)
  const newest = await readWanted(db, organisation_id, { from: timeBefore(RECENT_MS), until: 'infinity', oldest })
  const complete = await learn({ db, reads }, organisation_id, newest.slice(0, AT_ONCE), ends_at)
  if (!complete || newest.length > AT_ONCE) return await setFrom(db, organisation_id, learned_from, false)
  const until = learned_from ?? 'infinity'
  const from = await startOfPage(db, organisation_id, until, oldest)
  await sql`/* forget_trips */
    delete from trip_course c where c.organisation_id = ${organisation_id} and c.began_at < ${until}::timestamptz
      and c.began_at >= coalesce(${from}::timestamptz, '-infinity') and not ${isLearnable('c')}`.execute(db)
  if (from === null) return await setFrom(db, organisation_id, null, true)
  const older = await readWanted(db, organisation_id, { from, until, oldest })
  const learned = await learn({ db, reads }, organisation_id, older, ends_at)
  // What was not done in time is in the page of the next time.
  await setFrom(db, organisation_id, learned ? from : learned_from, learned && older.length < AT_ONCE / 2)
}

const setFrom = (db: Kysely<Database>, organisation_id: number, learned_from: string | null, waits: boolean) =>
  sql`update trip_learning set learned_from = ${learned_from}::timestamptz,
      -- What has more to read is after those that wait already.
      read_at = case when ${waits} then read_at else now() - ${EVERY} end
    where organisation_id = ${organisation_id}`.execute(db)

/** @returns before which time trips are not learned */
async function forgetOld(db: Kysely<Database>, organisation_id: number): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`/* oldest_trip */
    select greatest(now() - ${KEPT}, (select c.began_at from trip_course c where c.organisation_id = ${organisation_id}
      order by c.began_at desc offset ${sql.lit(MOST_TRIPS)} limit 1))::text as oldest`.execute(db)
  const { oldest } = rows[0]!
  await sql`/* forget_old_trips */
    delete from trip_course where organisation_id = ${organisation_id} and began_at <= ${oldest}::timestamptz`.execute(
    db,
  )
  return oldest
}

/** The begin of the last of the next trips before a time; null where there are no more. */
async function startOfPage(db: Kysely<Database>, organisation_id: number, until: string, oldest: string) {
  const { rows } = await sql<{ from: string | null }>`
    select min(t.began_at)::text as from from (
      select s.began_at from segment s where s.organisation_id = ${organisation_id} and s.kind = 'trip'
        and s.began_at < ${until}::timestamptz and s.began_at > ${oldest}::timestamptz
      order by s.began_at desc limit ${sql.lit(PAGE)}) t`.execute(db)
  return rows[0]!.from
}

/** Trips of a span that are not learned, or were found again since. */
async function readWanted(db: Kysely<Database>, organisation_id: number, { from, until, oldest }: Span) {
  const { rows } = await sql<Trip>`
    select s.tracker_id::float8 as tracker_id, s.began_at::text as began_at, s.ended_at::text as ended_at,
      extract(epoch from s.began_at)::float8 * 1000 as from, extract(epoch from s.ended_at)::float8 * 1000 as to
    from segment s left join trip_course c on c.organisation_id = s.organisation_id
      and c.tracker_id = s.tracker_id and c.began_at = s.began_at
    where s.organisation_id = ${organisation_id} and s.kind = 'trip' and s.began_at >= ${from}
      and s.began_at < ${until}::timestamptz and s.began_at > ${oldest}::timestamptz and ${isWhole}
      and s.ended_at < now() - interval '15 minutes'
      and (c.learned_at is null or c.ended_at <> s.ended_at or c.learned_at < s.revised_at)
    order by s.began_at desc, s.tracker_id limit ${sql.lit(PAGE)}`.execute(db)
  return rows
}

const timeBefore = (ms: number) => new Date(Date.now() - ms).toISOString()

/** What one can learn from; private trips say nothing, also those that were learned before. */
const isWhole = sql`s.ended_at is not null and s.distance_source <> 'estimated' and s.distance_m >= 1000
  and s.ended_at <= s.began_at + interval '1 day' and not ${isPrivate('s')}`

/** Whether the trip of a course is still there: one that is gone says nothing, also before its course is. */
export const isLearnable = (course: string) => sql<boolean>`exists (select from segment s
  where s.organisation_id = ${sql.ref(`${course}.organisation_id`)}
    and s.tracker_id = ${sql.ref(`${course}.tracker_id`)} and s.began_at = ${sql.ref(`${course}.began_at`)}
    and s.kind = 'trip' and ${isWhole})`

/** @returns whether all were learned in time */
async function learn({ db, reads }: Databases, organisation_id: number, trips: Trip[], ends_at: number) {
  const days = Map.groupBy(trips, ({ from }) => Math.floor(from / DAY_MS))
  for (const of_day of days.values()) {
    const trackers = Map.groupBy(of_day, ({ tracker_id }) => tracker_id)
    const ids = [...trackers.keys()]
    while (ids.length > 0) {
      if (Date.now() > ends_at) return false
      const tracker_ids = ids.splice(0, TOGETHER)
      const own = tracker_ids.flatMap((id) => trackers.get(id)!)
      const [from, to] = [Math.min(...own.map((trip) => trip.from)), Math.max(...own.map((trip) => trip.to)) + 1]
      const tracks = await readTracks(reads, {
        organisation_id,
        tracker_ids,
        from: Math.floor(from),
        to: Math.ceil(to),
      })
      const learned = own.map((trip) => {
        const track = tracks.get(trip.tracker_id)
        return { ...trip, ...(track ? courseOf(track, trip) : { cells: [], seconds: [] }) }
      })
      await write(db, organisation_id, learned)
    }
  }
  return true
}

async function write(db: Kysely<Database>, organisation_id: number, trips: LearnedTrip[]): Promise<void> {
  const rows = trips.map(({ cells, seconds, ...trip }) => ({
    ...trip,
    cells: `{${cells.join()}}`,
    seconds: `{${seconds.join()}}`,
  }))
  const columns = { bigint: ['tracker_id'], text: ['began_at', 'ended_at', 'cells', 'seconds'] } as const
  await sql`/* learn_trips */
    insert into trip_course (organisation_id, tracker_id, began_at, ended_at, cells, seconds)
    select ${organisation_id}, u.tracker_id, u.began_at::timestamptz, u.ended_at::timestamptz, u.cells::integer[],
      u.seconds::integer[]
    from ${unnestRows(rows, columns, 'u')}
    where exists (select from tracker t where t.organisation_id = ${organisation_id} and t.id = u.tracker_id)
    on conflict (organisation_id, tracker_id, began_at) do update
      set ended_at = excluded.ended_at, cells = excluded.cells, seconds = excluded.seconds, learned_at = now()`.execute(
    db,
  )
}

/** Of one run, of all organisations together. */
const BUDGET_MS = 5000
const EVERY = sql`interval '5 minutes'`
const RECENT_MS = 2 * DAY_MS
export const KEPT = sql`interval '180 days'`
/** Of an organisation, the newest. */
export const MOST_TRIPS = 20_000
const PAGE = 500
const AT_ONCE = 200
/** Trackers whose fixes of a day are in memory. */
const TOGETHER = 5

type Databases = Pick<ApiContext, 'db' | 'reads'>
type Learning = { organisation_id: number; learned_from: string | null }
type Span = { from: string; until: string; oldest: string }
/** `from` and `to` in milliseconds since 1970. */
type Trip = { tracker_id: number; began_at: string; ended_at: string; from: number; to: number }
type LearnedTrip = Trip & { cells: number[]; seconds: number[] }

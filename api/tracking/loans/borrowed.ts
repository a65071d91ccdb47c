import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { isLentAt, isRunning } from '#db/loans/lent.ts'
import { isPrivate, isShown } from '#db/privacy/private_trips.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { unnestRows } from '#db/unnest.ts'
import { fullySeen, isIn } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { auditCounted } from '../../crud/audit.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { readTracks } from '../past/days.ts'
import { lentName, nameOfOrganisation } from './trackerloan.ts'

const number = Nullable(Type.Number())
const Borrowed = Type.Object({
  id: Id,
  borrower_id: Id,
  lender_name: Type.String(),
  tracker_name: Nullable(Type.String()),
  note: Nullable(Type.String()),
  begins_at: Timestamp,
  ends_at: Timestamp,
  within_area: Type.Boolean(),
  fix_at: Nullable(Timestamp),
  lon: number,
  lat: number,
  speed: number,
  heading: number,
})

/** Loans that run and whose borrower the viewer sees whole: as Staff see all of their trackers. */
const borrows = (viewer: Viewer) =>
  sql<SqlBool>`(${isRunning('l')} and ${
    viewer.platform_admin ? sql`true` : isIn(sql.ref<number>('l.borrower_id'), fullySeen(viewer))
  })`

/** The trackers on loan to an organisation now, with their last position if that may be shown. */
export const listBorrowed = defineAction({
  method: 'GET',
  path: 'trackerloans/borrowed',
  tags: ['trackerloans'],
  summary: 'List the trackers that are on loan to your organisation now, with their last positions',
  query: Type.Object({ organisation_id: Id }, { additionalProperties: false }),
  answer: Type.Array(Borrowed),
  async run({ context: { db }, viewer, query: { organisation_id } }) {
    const shown = sql`s.valid and s.position is not null and ${isLentAt('l', sql`s.fix_at`, sql`s.position`)} and ${isShown('s')}`
    const { rows } = await sql<Static<typeof Borrowed>>`
      select l.id::float8 as id, l.borrower_id::float8 as borrower_id,
        ${nameOfOrganisation('l.organisation_id')} as lender_name, ${lentName('l')} as tracker_name, l.note, l.begins_at,
        l.ends_at, l.within_area, case when p.shown then s.fix_at end as fix_at,
        case when p.shown then st_x(s.position) end as lon, case when p.shown then st_y(s.position) end as lat,
        case when p.shown then s.speed end as speed, case when p.shown then s.heading end as heading
      from tracker_loan l
      left join tracker_state s on s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id
      left join lateral (select ${shown} as shown) p on true
      where l.borrower_id = ${organisation_id} and ${borrows(viewer)}
      order by l.ends_at, l.id limit 200`.execute(db)
    return rows
  },
})

const Span = Type.Object(
  { id: Id, from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) },
  { additionalProperties: false },
)

/** Where a borrowed tracker was: of both tiers, within the time of the loan and its area, without private trips. */
export const readBorrowedTrack = defineAction({
  method: 'GET',
  path: 'trackerloan/track',
  tags: ['trackerloans'],
  summary: 'Read where a tracker on loan to you was: a week of the time of the loan, the last one without `from`',
  query: Span,
  answer: Type.Object({
    from: Timestamp,
    to: Timestamp,
    is_cut: Type.Boolean({ description: `Whether there were more than 20000 positions` }),
    points: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number()]), {
      description: 'Milliseconds since 1970, longitude, latitude; the oldest first',
    }),
  }),
  async run({ context, viewer, query }) {
    const db = context.reads
    const loan = await findBorrowed(context.db, viewer, query.id)
    const { from, to } = spanOf(loan, query)
    const { organisation_id, tracker_id } = loan
    const track = await limit(String(viewer.user_id), () =>
      readTracks(db, { organisation_id, tracker_ids: [tracker_id], from, to }),
    )
    const { at, lon, lat } = track.get(tracker_id) ?? { at: [], lon: [], lat: [] }
    const all = at.slice(0, MOST).map((time, i): Point => [time, lon[i]!, lat[i]!])
    const points = loan.within_area ? await inArea(db, loan.id, all) : all
    await noteRead(context.db, loan)
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), is_cut: at.length > MOST, points }
  },
})

const Part = Type.Object({
  kind: Type.String(),
  began_at: Timestamp,
  ended_at: Nullable(Timestamp),
  duration_s: Type.Number(),
  distance_m: Type.Number(),
  begin_place: Nullable(Type.String()),
  end_place: Nullable(Type.String()),
})

/**
 * Its trips and stops, of those that lie in the time of the loan as a whole. Of a loan within an area there are stops
 * only: a trip may have led out of it.
 */
export const listBorrowedTrips = defineAction({
  method: 'GET',
  path: 'trackerloan/trips',
  tags: ['trackerloans'],
  summary: 'List trips and stops of a tracker on loan to you, the newest first',
  query: Span,
  answer: Type.Array(Part),
  async run({ context, viewer, query }) {
    const loan = await findBorrowed(context.db, viewer, query.id)
    const [from, to] = [spanOf(loan, query).from, spanOf(loan, query).to].map((time) => new Date(time).toISOString())
    const { rows } = await sql<Static<typeof Part>>`
      select s.kind, s.began_at, s.ended_at, s.begin_place, s.end_place, s.distance_m,
        extract(epoch from coalesce(s.ended_at, s.through_at) - s.began_at)::float8 as duration_s
      from tracker_loan l join segment s on s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id
      where l.id = ${query.id} and ${borrows(viewer)} and s.kind in ('trip', 'stop')
        and s.began_at >= l.begins_at and coalesce(s.ended_at, s.through_at) <= l.ends_at
        and s.began_at < ${to}::timestamptz and coalesce(s.ended_at, s.through_at) > ${from}::timestamptz
        and not ${isPrivate('s')} and (not l.within_area or s.kind = 'stop')
        and ${isLentAt('l', sql`s.began_at`, sql`s.begin_position`)}
      order by s.began_at desc, s.id desc limit 500`.execute(context.reads)
    await noteRead(context.db, loan)
    return rows
  },
})

async function findBorrowed(db: Db, viewer: Viewer, id: number): Promise<Loan> {
  const { rows } = await sql<Loan>`
    select l.id::float8 as id, l.organisation_id::float8 as organisation_id, l.tracker_id::float8 as tracker_id,
      l.borrower_id::float8 as borrower_id, l.begins_at, l.ends_at, l.within_area
    from tracker_loan l where l.id = ${id} and ${borrows(viewer)}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such loan to you, or it has ended.', 'id')
  return rows[0]
}

/** A week at most, within the time of the loan. */
function spanOf({ begins_at, ends_at }: Loan, { from, to }: { from?: string; to?: string }) {
  const [begin, end] = [Date.parse(begins_at), Math.min(Date.parse(ends_at), Date.now())]
  const until = Math.min(to === undefined ? end : Date.parse(to), end)
  const since = Math.max(from === undefined ? until - WEEK : Date.parse(from), begin)
  if (until - since > WEEK) throw wrong('from', 'at most a week before the end.')
  return { from: Math.min(since, until), to: until }
}

async function inArea(db: Db, id: number, points: Point[]): Promise<Point[]> {
  const found: Point[] = []
  for (let first = 0; first < points.length; first += 1000) {
    const part = points.slice(first, first + 1000)
    const places = part.map(([, lon, lat], i) => ({ i, lon, lat }))
    const { rows } = await sql<{ i: number }>`select p.i::int as i
      from ${unnestRows(places, { bigint: ['i'], float8: ['lon', 'lat'] }, 'p')} join tracker_loan l on l.id = ${id}
      join boundary b on b.organisation_id = l.organisation_id and b.id = l.boundary_id
      where st_covers(b.geometry, st_setsrid(st_makepoint(p.lon, p.lat), 4326)) order by p.i`.execute(db)
    for (const { i } of rows) found.push(part[i]!)
  }
  return found
}

/** The lender's log says in which hours its history was read, and by which organisation. */
const noteRead = (db: Db, { id, organisation_id, borrower_id }: Loan) =>
  auditCounted(
    db,
    sql`select ${organisation_id}::bigint as organisation_id`,
    { user_id: null },
    { action: 'trackerloan.read', entity: 'trackerloan', entity_id: id, details: { borrower_id }, key: `${id}` },
  )

const limit = makeFairLimiter({ concurrency: 2, per_user: 2, total: 20 })
const MOST = 20_000
const WEEK = 7 * 24 * 3_600_000

type Point = [number, number, number]
type Loan = {
  id: number
  organisation_id: number
  tracker_id: number
  borrower_id: number
  begins_at: string
  ends_at: string
  within_area: boolean
}

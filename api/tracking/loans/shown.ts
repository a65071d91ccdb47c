import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '#db/database.ts'
import { readTracks } from '#db/history/tracks/read.ts'
import { isLentAt } from '#db/loans/lent.ts'
import { isPrivate, isShown } from '#db/privacy/private_trips.ts'
import { unnestRows } from '#db/unnest.ts'
import type { ApiContext } from '../../context.ts'
import { auditCounted } from '../../crud/audit.ts'
import { wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { noteLoans } from '../privacy/note_loans.ts'
import { MOST_POINTS, type Part, type Track } from './elsewhere/wire.ts'

/** What a loan shows of a tracker, to an organisation of this installation and to one of another alike. */

/** Whether the last position of a tracker may be shown: `s` is its state. */
export const isLastShown = (loan: string) =>
  sql<SqlBool>`(s.valid and s.position is not null and ${isLentAt(loan, sql`s.fix_at`, sql`s.position`)} and ${isShown('s')})`

/**
 * Where a borrowed tracker was: of both tiers, within the time of the loan and its area, without private trips.
 *
 * @param reader who waits for others of the same while too many are read
 */
export async function readTrackOf({ db, reads }: ApiContext, loan: Loan, query: Span, reader: string) {
  const { from, to } = spanOf(loan, query)
  const { organisation_id, tracker_id } = loan
  const track = await limit(reader, () => readTracks(reads, { organisation_id, tracker_ids: [tracker_id], from, to }))
  const { at, lon, lat } = track.get(tracker_id) ?? { at: [], lon: [], lat: [] }
  const all = at.slice(0, MOST_POINTS).map((time, i): Point => [time, lon[i]!, lat[i]!])
  const points = loan.within_area ? await inArea(reads, loan.id, all) : all
  await noteRead(db, loan)
  const answer: Static<typeof Track> = { from: iso(from), to: iso(to), is_cut: at.length > MOST_POINTS, points }
  return answer
}

/**
 * Its trips and stops, of those that lie in the time of the loan as a whole. Of a loan within an area there are stops
 * only: a trip may have led out of it.
 *
 * @param runs whether the loan `l` runs and is the reader's
 */
export async function readTripsOf({ db, reads }: ApiContext, loan: Loan, query: Span, runs: RawBuilder<SqlBool>) {
  const { from, to } = spanOf(loan, query)
  const { rows } = await sql<Static<typeof Part>>`
    select s.kind, s.began_at, s.ended_at, s.begin_place, s.end_place, s.distance_m,
      extract(epoch from coalesce(s.ended_at, s.through_at) - s.began_at)::float8 as duration_s
    from tracker_loan l join segment s on s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id
    where l.id = ${loan.id} and ${runs} and s.kind in ('trip', 'stop')
      and s.began_at >= l.begins_at and coalesce(s.ended_at, s.through_at) <= l.ends_at
      and s.began_at < ${iso(to)}::timestamptz and coalesce(s.ended_at, s.through_at) > ${iso(from)}::timestamptz
      and not ${isPrivate('s')} and (not l.within_area or s.kind = 'stop')
      and ${isLentAt('l', sql`s.began_at`, sql`s.begin_position`)}
    order by s.began_at desc, s.id desc limit 500`.execute(reads)
  await noteRead(db, loan)
  return rows
}

/** A week at most, within the time of the loan. @param now by the clock of who lends */
export function spanOf(
  { begins_at, ends_at }: Pick<Loan, 'begins_at' | 'ends_at'>,
  { from, to }: Span,
  now = Date.now(),
) {
  const [begin, end] = [Date.parse(begins_at), Math.min(Date.parse(ends_at), now)]
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

/** The lender's log, and the owner's list, say in which hours its history was read, and by which organisation. */
async function noteRead(db: Db, { id, organisation_id, borrower_id, borrower_called }: Loan): Promise<void> {
  await noteLoans(db, [id])
  await auditCounted(
    db,
    sql`select ${organisation_id}::bigint as organisation_id`,
    { user_id: null },
    {
      action: 'trackerloan.read',
      entity: 'trackerloan',
      entity_id: id,
      details: borrower_id === null ? { borrower: borrower_called } : { borrower_id },
      key: `${id}`,
    },
  )
}

const iso = (time: number) => new Date(time).toISOString()
const limit = makeFairLimiter({ concurrency: 2, per_user: 2, total: 20 })
const WEEK = 7 * 24 * 3_600_000

type Point = [number, number, number]
export type Span = { from?: string; to?: string }
export type Loan = {
  id: number
  organisation_id: number
  tracker_id: number
  borrower_id: number | null
  borrower_called: string | null
  begins_at: string
  ends_at: string
  within_area: boolean
}

import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { isReceiving, isRunning } from '#db/loans/lent.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { fullySeen, isIn } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { noteLoans } from '../privacy/note_loans.ts'
import { Parts, Track } from './elsewhere/wire.ts'
import { isLastShown, type Loan, readTrackOf, readTripsOf } from './shown.ts'
import { lentName, nameOfOrganisation } from './trackerloan.ts'

const number = Nullable(Type.Number())
const Borrowed = Type.Object({
  /** Whether another installation lends it: its id is that of a `remoteloan`. */
  elsewhere: Type.Boolean(),
  id: Id,
  borrower_id: Id,
  lender_name: Type.String(),
  tracker_name: Nullable(Type.String()),
  note: Nullable(Type.String()),
  begins_at: Timestamp,
  ends_at: Timestamp,
  within_area: Type.Boolean(),
  /** Since when the other installation does not answer. */
  failing_since: Nullable(Timestamp),
  /** By how many seconds the clock of the other installation is ahead of this one's. */
  clock_offset_s: Type.Number(),
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
    const mine = (of: string) => (viewer.platform_admin ? sql`true` : isIn(sql.ref<number>(of), fullySeen(viewer)))
    const { rows } = await sql<Static<typeof Borrowed>>`
      select false as elsewhere, l.id::float8 as id, l.borrower_id::float8 as borrower_id,
        ${nameOfOrganisation('l.organisation_id')} as lender_name, ${lentName('l')} as tracker_name, l.note, l.begins_at,
        l.ends_at, l.within_area, null as failing_since, 0::float8 as clock_offset_s,
        case when p.shown then s.fix_at end as fix_at,
        case when p.shown then st_x(s.position) end as lon, case when p.shown then st_y(s.position) end as lat,
        case when p.shown then s.speed end as speed, case when p.shown then s.heading end as heading
      from tracker_loan l
      left join tracker_state s on s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id
      left join lateral (select ${isLastShown('l')} as shown) p on true
      where l.borrower_id = ${organisation_id} and ${borrows(viewer)}
      union all
      select true, r.id::float8, r.organisation_id::float8, r.lender_name, r.tracker_name, r.note, r.begins_at, r.ends_at,
        r.within_area, r.failing_since, r.clock_offset_s, r.fix_at, r.lon, r.lat, r.speed, r.heading
      from remote_loan r where r.organisation_id = ${organisation_id} and ${isReceiving('r')} and ${mine('r.organisation_id')}
      order by ends_at, id limit 200`.execute(db)
    await noteLoans(
      db,
      rows.filter(({ elsewhere, fix_at }) => !elsewhere && fix_at !== null).map(({ id }) => id),
    )
    return rows
  },
})

export const BorrowedSpan = Type.Object(
  { id: Id, from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) },
  { additionalProperties: false },
)

export const readBorrowedTrack = defineAction({
  method: 'GET',
  path: 'trackerloan/track',
  tags: ['trackerloans'],
  summary: 'Read where a tracker on loan to you was: a week of the time of the loan, the last one without `from`',
  query: BorrowedSpan,
  answer: Track,
  async run({ context, viewer, query }) {
    return await readTrackOf(context, await findBorrowed(context.db, viewer, query.id), query, String(viewer.user_id))
  },
})

export const listBorrowedTrips = defineAction({
  method: 'GET',
  path: 'trackerloan/trips',
  tags: ['trackerloans'],
  summary: 'List trips and stops of a tracker on loan to you, the newest first',
  query: BorrowedSpan,
  answer: Parts,
  async run({ context, viewer, query }) {
    return await readTripsOf(context, await findBorrowed(context.db, viewer, query.id), query, borrows(viewer))
  },
})

async function findBorrowed(db: Db, viewer: Viewer, id: number): Promise<Loan> {
  const { rows } = await sql<Loan>`
    select l.id::float8 as id, l.organisation_id::float8 as organisation_id, l.tracker_id::float8 as tracker_id,
      l.borrower_id::float8 as borrower_id, l.borrower_called, l.begins_at, l.ends_at, l.within_area
    from tracker_loan l where l.id = ${id} and ${borrows(viewer)}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such loan to you, or it has ended.', 'id')
  return rows[0]
}

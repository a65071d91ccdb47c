import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { TrackerLoan } from '#db/tables/tracking/loans/tracker_loan.ts'
import { fullySeen, isIn, ofAdministrator, type Scope, scope } from '../../crud/access.ts'
import { administers } from '../../crud/belonging.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readsOfTracker, readsTracker } from '../access/scopes.ts'
import { checkSeen } from '../access/seen.ts'
import { boundary } from '../boundaries/boundary.ts'
import { invitationOf, isReachable } from './elsewhere/invitation.ts'
import { most_open } from './room.ts'

const {
  code_sha256: _c,
  key_sha256: _k,
  borrower_called: _b,
  created_by_user_id: _m,
  answered_by_user_id: _a,
  ...columns
} = TrackerLoan.columns
const { note, begins_at, boundary_id, elsewhere } = columns
export const longest_days = 366
/** Days in which an offer is answered. */
export const answer_days = 14

export const nameOfOrganisation = (column: string) =>
  sql<string | null>`(select o.name from organisation o where o.id = ${sql.ref(column)})`
/** Without a name it has none for the borrower: numbers are those of devices. */
export const lentName = (loan: string) => sql<string | null>`(select nullif(t.name, '') from tracker t
  where t.organisation_id = ${sql.ref(`${loan}.organisation_id`)} and t.id = ${sql.ref(`${loan}.tracker_id`)})`
const isOver = sql<SqlBool>`(tracker_loan.state in ('declined', 'ended') or tracker_loan.ends_at <= now()
  or tracker_loan.state = 'offered' and tracker_loan.created_at < now() - make_interval(days => ${sql.lit(answer_days)}))`

/** Who sees a tracker sees whom it is lent to; who sees all of the borrower's trackers sees what it is lent. */
export const trackerloan = defineResource({
  name: 'trackerloan',
  plural: 'trackerloans',
  noun: 'loan',
  about: 'List loans of trackers: those that your organisation gives and those that it has received',
  table: 'tracker_loan',
  row: Type.Object({
    ...columns,
    tracker_name: Nullable(Type.String()),
    lender_name: Nullable(Type.String()),
    borrower_name: Nullable(Type.String()),
    /** The boundary outside of which nothing is shown; for the lender only. */
    area_name: Nullable(Type.String()),
    over: Type.Boolean({ description: 'Whether it has ended, was declined, or was not answered in time' }),
  }),
  computed: {
    tracker_name: lentName('tracker_loan'),
    lender_name: nameOfOrganisation('tracker_loan.organisation_id'),
    borrower_name: sql<string | null>`coalesce(${nameOfOrganisation('tracker_loan.borrower_id')},
      tracker_loan.borrower_called)`,
    boundary_id: (viewer) => sql<number | null>`case when ${isLender(viewer)} then tracker_loan.boundary_id end`,
    area_name: (viewer) => sql<string | null>`case when ${isLender(viewer)} then (select b.name from boundary b
      where b.organisation_id = tracker_loan.organisation_id and b.id = tracker_loan.boundary_id) end`,
    over: isOver,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    borrower_id: equals('borrower_id', Id),
    tracker_id: equals('tracker_id', Id),
    over: defineFilter(Type.Boolean(), (over) => (over ? isOver : sql<SqlBool>`not ${isOver}`)),
  },
  search: ['note'],
  sort: { id: null, created_at: null, ends_at: null },
  default_sort: '-created_at',
  reads: readsLoan,
  writes: (viewer) => ofAdministrator(viewer, 'tracker_loan.organisation_id'),
  lasting: ['create'],

  create: {
    body: bodyOf(
      { tracker_id: Id, ends_at: { ...Timestamp, description: `At most ${longest_days} days after it begins` } },
      {
        begins_at: { ...begins_at, description: 'Now without it' },
        boundary_id: { ...boundary_id, description: 'Outside of it nothing is shown' },
        note,
        elsewhere: { ...elsewhere, description: 'Whether it is for an organisation of another installation' },
      },
    ),
    answer: Type.Object({
      id: Id,
      code: Type.String({
        description:
          'Shown once: an administrator of the borrower enters it. For another installation with the address of this one',
      }),
    }),
    async run(trx, viewer, body) {
      const begins_at = body.begins_at ?? new Date().toISOString()
      checkTimes(begins_at, body.ends_at)
      const { public_url, private_addresses } = contextOf(trx).config
      if (body.elsewhere && !isReachable(public_url, private_addresses)) {
        throw wrong('elsewhere', 'this installation has no public address with https:// (PUBLIC_URL).')
      }
      const organisation_id = await lockLent(trx, viewer, body.tracker_id)
      if (body.boundary_id) {
        await checkSeen(trx, viewer, boundary, { organisation_id, id: body.boundary_id, field: 'boundary_id' })
      }
      await checkFree(trx, { organisation_id, tracker_id: body.tracker_id, begins_at, ends_at: body.ends_at })
      const { token, sha256 } = makeToken()
      const { id } = await rows(trx, 'tracker_loan').insert({
        ...body,
        organisation_id,
        begins_at,
        within_area: Boolean(body.boundary_id),
        code_sha256: sha256,
        created_by_user_id: viewer.user_id,
      })
      return { id, shown_once: { code: body.elsewhere ? invitationOf(token, public_url) : token } }
    },
  },
})

function readsLoan(viewer: Viewer): Scope {
  const given = readsOfTracker(viewer, 'tracker_loan')
  const received = isIn(sql.ref<number>('tracker_loan.borrower_id'), fullySeen(viewer))
  return scope(given.extent, sql<SqlBool>`(${given} or ${received})`)
}

const isLender = ({ platform_admin, memberships }: Viewer) =>
  platform_admin
    ? sql<SqlBool>`true`
    : isIn(
        sql.ref<number>('tracker_loan.organisation_id'),
        memberships.map((one) => one.organisation_id),
      )

function checkTimes(begins_at: string, ends_at: string): void {
  const [begin, end] = [Date.parse(begins_at), Date.parse(ends_at)]
  if (end <= Date.now()) throw wrong('ends_at', 'must be in the future.')
  if (begin >= end) throw wrong('begins_at', 'must be before the end.')
  if (begin < Date.now() - MINUTE) throw wrong('begins_at', 'must not be in the past: what was before is not lent.')
  if (end - begin > longest_days * DAY) throw wrong('ends_at', `at most ${longest_days} days after it begins.`)
  if (begin > Date.now() + longest_days * DAY) throw wrong('begins_at', `at most ${longest_days} days ahead.`)
}

/** Locks the tracker, so that two offers cannot overlap. @returns its organisation */
async function lockLent(trx: Trx, viewer: Viewer, tracker_id: number): Promise<number> {
  const tracker = await trx
    .selectFrom('tracker')
    .select('organisation_id')
    .where('id', '=', tracker_id)
    .where(readsTracker(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!tracker) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  if (!administers(viewer, tracker.organisation_id)) {
    throw new AppError('forbidden', 'Only an administrator of the organisation may lend its trackers.')
  }
  return tracker.organisation_id
}

async function checkFree(trx: Trx, { organisation_id, tracker_id, begins_at, ends_at }: Period): Promise<void> {
  const { rows: found } = await sql<{ overlaps: number; open: number }>`
    select count(*) filter (where tracker_id = ${tracker_id} and begins_at < ${ends_at}::timestamptz
      and ends_at > ${begins_at}::timestamptz)::int as overlaps, count(*)::int as open
    from tracker_loan where organisation_id = ${organisation_id} and not ${isOver}`.execute(trx)
  const { overlaps, open } = found[0]!
  if (overlaps > 0) throw wrong('begins_at', 'the tracker is lent, or offered, in a part of this time. End that first.')
  if (open >= most_open) throw new AppError('not_possible', `${most_open} loans are open. Please end one first.`)
}

const MINUTE = 60_000
const DAY = 24 * 3_600_000

type Period = { organisation_id: number; tracker_id: number; begins_at: string; ends_at: string }

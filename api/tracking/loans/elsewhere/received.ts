import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { isReceiving, lenderNow } from '#db/loans/lent.ts'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../../context.ts'
import { fullySeen, isIn, ofAdministrator } from '../../../crud/access.ts'
import { defineAction } from '../../../crud/action.ts'
import { IdQuery } from '../../../crud/resource.ts'
import { transact } from '../../../crud/transact.ts'
import type { Viewer } from '../../../crud/viewer.ts'
import { AppError } from '../../../http/errors.ts'
import { makeFairLimiter } from '../../../http/fair_limiter.ts'
import { BorrowedSpan } from '../borrowed.ts'
import { type Span, spanOf } from '../shown.ts'
import { callLender, LenderError } from './call.ts'
import { note } from './receive.ts'
import { Parts, Track } from './wire.ts'

const tags = ['trackerloans']

/** Asked of the lender: nothing of it is kept here. */
export const readRemoteLoanTrack = defineAction({
  method: 'GET',
  path: 'remoteloan/track',
  tags,
  summary: 'Read where a tracker on loan from another installation was: a week of the time of the loan',
  query: BorrowedSpan,
  answer: Track,
  async run({ context, viewer, query }) {
    const loan = await findReceived(context, viewer, query.id)
    const { from, to } = spanIn(loan, query)
    const track = await ask(context, loan, { path: 'loan/track', span: { from, to }, answer: Track })
    // Of other times it is not ours to know, and each once in its order, whatever the other side sends.
    const points: Static<typeof Track>['points'] = []
    for (const point of track.points) {
      if (point[0] >= from && point[0] <= to && point[0] > (points.at(-1)?.[0] ?? 0)) points.push(point)
    }
    return { ...track, from: iso(from), to: iso(Math.min(to, Date.parse(track.to))), points }
  },
})

export const listRemoteLoanTrips = defineAction({
  method: 'GET',
  path: 'remoteloan/trips',
  tags,
  summary: 'List trips and stops of a tracker on loan from another installation, the newest first',
  query: BorrowedSpan,
  answer: Parts,
  async run({ context, viewer, query }) {
    const loan = await findReceived(context, viewer, query.id)
    const { from, to } = spanIn(loan, query)
    const parts = await ask(context, loan, { path: 'loan/trips', span: { from, to }, answer: Parts })
    const [begin, end] = [Date.parse(loan.begins_at), Date.parse(loan.ends_at)]
    return parts.filter(({ began_at, ended_at }) => {
      return Date.parse(began_at) >= begin && (ended_at === null || Date.parse(ended_at) <= end)
    })
  },
})

/** At once on this side; the lender receives it within seconds, or as soon as it answers again. */
export const endRemoteLoan = defineAction({
  method: 'POST',
  path: 'remoteloan/end',
  tags,
  summary: 'End the loan of a tracker from another installation: an administrator of who borrows it',
  body: IdQuery,
  answer: Type.Object({ id: Id }),
  message: 'The loan has ended.',
  async run({ context, viewer, body: { id } }) {
    await transact(context, async (trx) => {
      const { rows } = await sql<{ organisation_id: number }>`
        update remote_loan set state = 'ended', ended_by = 'borrower', ended_at = now(), end_due = true,
          retry_at = null, modified_at = now(), fix_at = null, lon = null, lat = null, speed = null, heading = null
        where id = ${id} and state <> 'ended' and ends_at > ${lenderNow('remote_loan')}
          and ${ofAdministrator(viewer, 'remote_loan.organisation_id')}
        returning organisation_id::float8 as organisation_id`.execute(trx)
      if (!rows[0]) throw new AppError('not_found', 'There is no such loan, or it has ended.', 'id')
      await note(trx, { id, organisation_id: rows[0].organisation_id }, 'remoteloan.end', viewer)
    })
    return { id }
  },
})

async function findReceived({ db }: ApiContext, viewer: Viewer, id: number): Promise<Received> {
  const { rows } = await sql<Received>`
    select r.id::float8 as id, r.address, r.key_sealed, r.begins_at, r.ends_at,
      r.organisation_id::float8 as organisation_id, r.clock_offset_s
    from remote_loan r where r.id = ${id} and ${isReceiving('r')} and ${
      viewer.platform_admin ? sql`true` : isIn(sql.ref<number>('r.organisation_id'), fullySeen(viewer))
    }`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such loan to you, or it has ended.', 'id')
  return rows[0]
}

async function ask<Answer extends TSchema>(context: ApiContext, loan: Received, { path, span, answer }: Ask<Answer>) {
  if (!loan.key_sealed) throw new AppError('not_possible', 'The lender has not received the answer yet.')
  const key = context.keys.unseal(loan.key_sealed, purposes.remote_loan(loan.id))
  const body: Span & { key: string } = { key, from: iso(span.from), to: iso(span.to) }
  const call = { address: loan.address, path, body, answer, most_bytes: MOST_BYTES, timeout_ms: REQUEST_TIMEOUT_MS }
  try {
    return await limit(String(loan.organisation_id), () => callLender(context, call))
  } catch (error) {
    if (!(error instanceof LenderError)) throw error
    if (error.is_unknown) throw new AppError('not_found', 'The lender has ended this loan.', 'id')
    throw new AppError('not_possible', `The installation that lends it does not help now. ${error.message}.`)
  }
}

const iso = (time: number) => new Date(time).toISOString()
/** Of each borrower: one whose lender hangs leaves room for the others. */
const limit = makeFairLimiter({ concurrency: 24, per_user: 4, total: 100 })
/** Lenders may be slow. */
const REQUEST_TIMEOUT_MS = 45_000
/** Until now by the lender's clock, which is known to a minute where the lender is slow: it answers no later times. */
const spanIn = (loan: Received, query: Span) => spanOf(loan, query, Date.now() + (loan.clock_offset_s + 60) * 1000)
/** 20 000 positions of 60 bytes. */
const MOST_BYTES = 2 * 1024 * 1024

type Ask<Answer extends TSchema> = { path: string; span: { from: number; to: number }; answer: Answer }
type Received = {
  id: number
  organisation_id: number
  address: string
  key_sealed: string | null
  begins_at: string
  ends_at: string
  clock_offset_s: number
}

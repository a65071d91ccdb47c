import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isRunningElsewhere } from '#db/loans/lent.ts'
import { defineAction } from '../../../crud/action.ts'
import { audit } from '../../../crud/audit.ts'
import { transact } from '../../../crud/transact.ts'
import { networkOf } from '../../../http/addresses/network_of.ts'
import { takeAttempt } from '../../../http/attempts.ts'
import { AppError } from '../../../http/errors.ts'
import { noteLoans } from '../../privacy/note_loans.ts'
import { type Loan, readTrackOf, readTripsOf } from '../shown.ts'
import { answer_days, lentName, nameOfOrganisation } from '../trackerloan.ts'
import { watchOf } from './watch.ts'
import { Code, HOLD_S, Key, Keyed, Parts, RemoteOffer, RemoteState, strict, Track } from './wire.ts'

/** What another installation asks of this one, which lends a tracker: by the code of the offer, then by its own key. */

const tags = ['trackerloans']
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Address = Type.String({ minLength: 1, maxLength: 300 })

export const readRemoteOffer = defineAction({
  method: 'POST',
  path: 'loan/offer',
  public: true,
  tags,
  summary: 'Read which tracker a code offers, for the installation that borrows it',
  body: Type.Object({ code: Code }, strict),
  answer: RemoteOffer,
  status: 200,
  config: { rateLimit: { max: 60, timeWindow: 60_000 } },
  async run({ context: { db }, body, request }) {
    const { id: _, organisation_id: _o, ...offer } = await findOffer(db, body.code, request.ip)
    return offer
  },
})

/** The code is used up; the same answer with the same key is accepted again, as its receipt may have been lost. */
export const answerRemoteOffer = defineAction({
  method: 'POST',
  path: 'loan/answer',
  public: true,
  tags,
  summary: 'Accept or decline the loan of a tracker for an organisation of another installation',
  description:
    'It names itself and its address, neither of which is verified, and a key of 256 random bits for `loan/position`',
  body: Type.Object(
    { code: Code, accept: Type.Boolean(), key: Key, organisation_name: Name, address: Address },
    strict,
  ),
  config: { rateLimit: { max: 60, timeWindow: 60_000 } },
  async run({ context, body, request }) {
    const { code, key, accept, organisation_name, address } = body
    const key_sha256 = hash('sha256', key)
    if (accept && (await isAccepted(context.db, code, key_sha256))) return
    const offer = await findOffer(context.db, code, request.ip)
    await transact(context, async (trx) => {
      const named = { borrower_called: organisation_name, borrower_address: address }
      const answered = await trx
        .updateTable('tracker_loan')
        .set({
          state: accept ? 'accepted' : 'declined',
          ...(accept && { key_sha256, ...named, contact_at: sql<string>`now()` }),
          answered_at: sql`now()`,
          modified_at: sql`now()`,
        })
        .where('id', '=', offer.id)
        .where('state', '=', 'offered')
        .returning('id')
        .executeTakeFirst()
      if (!answered) throw noOffer()
      await noteElsewhere(
        trx,
        accept ? 'trackerloan.accept' : 'trackerloan.decline',
        { ...offer, ...named },
        { ip: request.ip },
      )
    })
  },
})

export const endRemotely = defineAction({
  method: 'POST',
  path: 'loan/end',
  public: true,
  tags,
  summary: 'End the loan of a tracker, for the installation that borrows it',
  body: Type.Object(
    {
      ...Keyed,
      ended_s_ago: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100_000_000,
          description: 'Where this server could not be reached before',
        }),
      ),
    },
    strict,
  ),
  config: { rateLimit: { max: 60, timeWindow: 60_000 } },
  async run({ context, body, request }) {
    const { id } = await findByKey(context.db, body.key, request.ip)
    await transact(context, async (trx) => {
      const { rows } = await sql<LoanOfBorrower>`update tracker_loan
        set state = 'ended', ended_by = 'borrower', ended_at = now(), modified_at = now()
        where id = ${id} and state = 'accepted'
        returning id::float8 as id, organisation_id::float8 as organisation_id, borrower_called, borrower_address`.execute(
        trx,
      )
      if (rows[0]) await noteElsewhere(trx, 'trackerloan.end', rows[0], { ip: request.ip, ...endedAgo(body) })
    })
  },
})

/** Answers at once what is another than the version that is known, and otherwise as soon as something is. */
export const readRemotePosition = defineAction({
  method: 'POST',
  path: 'loan/position',
  public: true,
  tags,
  summary: 'Read where a tracker on loan is, for the installation that borrows it; waits for another version',
  body: Type.Object(
    {
      ...Keyed,
      version: Type.Optional(Type.String({ maxLength: 64 })),
      wait_s: Type.Optional(Type.Integer({ minimum: 0, maximum: HOLD_S })),
    },
    strict,
  ),
  answer: RemoteState,
  status: 200,
  // Of all loans of an installation.
  config: { rateLimit: { max: 12_000, timeWindow: 60_000 } },
  async run({ context: { db }, body: { key, version, wait_s = 0 }, request, reply }) {
    const { id } = await findByKey(db, key, request.ip)
    await noteContact(db, id)
    const closed = new AbortController()
    reply.raw.on('close', () => closed.abort())
    const { server } = request.server
    const state = await watchOf(db).wait(id, { version, wait_ms: wait_s * 1000, signal: closed.signal, server })
    if (!state) throw noKey()
    if (state.position) await noteLoans(db, [id])
    return state
  },
})

const Span = Type.Object({ ...Keyed, from: Type.Optional(Time()), to: Type.Optional(Time()) }, strict)

export const readRemoteTrack = defineAction({
  method: 'POST',
  path: 'loan/track',
  public: true,
  tags,
  summary: 'Read where a tracker on loan was, for the installation that borrows it',
  body: Span,
  answer: Track,
  status: 200,
  config: { rateLimit: { max: 600, timeWindow: 60_000 } },
  async run({ context, body: { key, ...span }, request }) {
    const loan = await findRunning(context.db, key, request.ip)
    return await readTrackOf(context, loan, span, `loan ${loan.id}`)
  },
})

export const listRemoteTrips = defineAction({
  method: 'POST',
  path: 'loan/trips',
  public: true,
  tags,
  summary: 'List trips and stops of a tracker on loan, for the installation that borrows it',
  body: Span,
  answer: Parts,
  status: [200, 260],
  config: { rateLimit: { max: 600, timeWindow: 60_000 } },
  async run({ context, body: { key, ...span }, request }) {
    const loan = await findRunning(context.db, key, request.ip)
    return await readTripsOf(context, loan, span, isRunningElsewhere('l'))
  },
})

function Time() {
  return Type.String({ format: 'date-time' })
}

async function findOffer(db: Db, code: string, ip: string) {
  const { rows } = await sql<RemoteOffer & { id: number; organisation_id: number }>`
    select l.id::float8 as id, l.organisation_id::float8 as organisation_id,
      left(${nameOfOrganisation('l.organisation_id')}, 200) as lender_name, left(${lentName('l')}, 200) as tracker_name,
      l.note, l.begins_at, l.ends_at, l.within_area, now() as now
    from tracker_loan l where l.code_sha256 = ${hash('sha256', code)} and l.elsewhere and l.state = 'offered'
      and l.ends_at > now() and l.created_at > now() - make_interval(days => ${sql.lit(answer_days)})`.execute(db)
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw noOffer()
}

async function isAccepted(db: Db, code: string, key_sha256: string): Promise<boolean> {
  const { rows } = await sql`select from tracker_loan where code_sha256 = ${hash('sha256', code)}
    and key_sha256 = ${key_sha256} and state = 'accepted'`.execute(db)
  return rows.length > 0
}

async function findByKey(db: Db, key: string, ip: string): Promise<Loan> {
  const { rows } = await sql<Loan>`${selectLoan} where l.key_sha256 = ${hash('sha256', key)} and l.elsewhere`.execute(
    db,
  )
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw noKey()
}

async function findRunning(db: Db, key: string, ip: string): Promise<Loan> {
  const { id } = await findByKey(db, key, ip)
  const { rows } = await sql<Loan>`${selectLoan} where l.id = ${id} and ${isRunningElsewhere('l')}`.execute(db)
  if (!rows[0]) throw new AppError('not_possible', 'The loan does not run now.')
  return rows[0]
}

/** At most one statement a minute that writes. */
const noteContact = (db: Db, id: number) =>
  sql`update tracker_loan set contact_at = now() where id = ${id}
    and (contact_at is null or contact_at not between now() - interval '1 minute' and now())`.execute(db)

/** In the lender's log, with what the borrower calls itself. */
async function noteElsewhere(
  trx: Trx,
  action: string,
  loan: Partial<LoanOfBorrower> & Pick<LoanOfBorrower, 'id' | 'organisation_id'>,
  { ip, ...circumstances }: { ip: string; ended_s_ago?: number },
) {
  const { id, organisation_id, borrower_called, borrower_address } = loan
  const details = { borrower: borrower_called, address: borrower_address, ...circumstances }
  await audit(trx, { user_id: null, ip }, action, { entity: 'trackerloan', entity_id: id, organisation_id, details })
}

/** Of an end that was on its way for long: by the clock of who has ended it. */
const endedAgo = ({ ended_s_ago = 0 }: { ended_s_ago?: number }) => (ended_s_ago >= 60 ? { ended_s_ago } : {})

const selectLoan = sql`select l.id::float8 as id, l.organisation_id::float8 as organisation_id,
  l.tracker_id::float8 as tracker_id, null as borrower_id, l.borrower_called, l.begins_at, l.ends_at, l.within_area
  from tracker_loan l`
const noOffer = () => new AppError('not_found', 'This code offers nothing, or not any more.', 'code')
const noKey = () => new AppError('not_found', 'There is no loan with this key.', 'key')

type LoanOfBorrower = {
  id: number
  organisation_id: number
  borrower_called: string | null
  borrower_address: string | null
}

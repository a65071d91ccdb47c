import { hash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { isIn } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { IdQuery } from '../../crud/resource.ts'
import { afterCommit, transact } from '../../crud/transact.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { isInvitation } from './elsewhere/invitation.ts'
import { answerElsewhere, readOfferElsewhere } from './elsewhere/receive.ts'
import { checkRoom } from './room.ts'
import { answer_days, lentName, nameOfOrganisation } from './trackerloan.ts'

const code = Type.String({
  minLength: 1,
  maxLength: 420,
  description: 'Of this installation, or of another one: then with its address after an @',
})
const strict = { additionalProperties: false }

const Offer = Type.Object({
  lender_name: Type.String(),
  tracker_name: Nullable(Type.String()),
  note: Nullable(Type.String()),
  begins_at: Timestamp,
  ends_at: Timestamp,
  within_area: Type.Boolean(),
  address: Nullable(Type.String({ description: 'Of the installation that offers it, if it is another one' })),
})

/** What a code offers: its holder has it from the lender, and learns no more than what the lender has written. */
export const readLoanOffer = defineAction({
  method: 'POST',
  path: 'trackerloan/offer',
  tags: ['trackerloans'],
  summary: 'Read which tracker a code offers, for an administrator of who borrows it',
  body: Type.Object({ code, organisation_id: Id }, strict),
  answer: Offer,
  status: 200,
  async run({ context, viewer, body, request }) {
    administeredFor(viewer, body.organisation_id)
    if (isInvitation(body.code)) {
      const { offer, address } = await readOfferElsewhere(context, viewer, body.code)
      return { ...offer, address }
    }
    const { id: _, organisation_id: _o, ...offer } = await findOffer(context.db, body.code, request.ip)
    return { ...offer, address: null }
  },
})

/** Accepts or declines: the code is used up. */
export const answerLoan = defineAction({
  method: 'POST',
  path: 'trackerloan/answer',
  tags: ['trackerloans'],
  summary: 'Accept or decline the loan of a tracker, by the code of its offer',
  config: { lasting: true },
  body: Type.Object({ code, organisation_id: Id, accept: Type.Boolean() }, strict),
  answer: Type.Object({ id: Nullable(Id), elsewhere: Type.Boolean() }),
  message: 'The offer has been answered.',
  async run({ context, viewer, body: { code, organisation_id: of, accept }, request }) {
    const borrower_id = administeredFor(viewer, of)
    if (isInvitation(code)) {
      const id = await answerElsewhere(context, viewer, { invitation: code, organisation_id: borrower_id, accept })
      return { id, elsewhere: true }
    }
    const offer = await findOffer(context.db, code, request.ip)
    if (offer.organisation_id === borrower_id) {
      throw wrong('organisation_id', 'the tracker is of this organisation: it borrows none of its own.')
    }
    await transact(context, async (trx) => {
      if (accept) await checkRoom(trx, borrower_id)
      const answered = await trx
        .updateTable('tracker_loan')
        .set({
          state: accept ? 'accepted' : 'declined',
          borrower_id: accept ? borrower_id : null,
          answered_by_user_id: viewer.user_id,
          answered_at: sql`now()`,
          modified_at: sql`now()`,
        })
        .where('id', '=', offer.id)
        .where('state', '=', 'offered')
        .returning(['id', 'organisation_id'])
        .executeTakeFirst()
      if (!answered) throw noOffer()
      await auditBoth(trx, viewer, accept ? 'trackerloan.accept' : 'trackerloan.decline', {
        id: offer.id,
        organisation_id: answered.organisation_id,
        borrower_id,
      })
    })
    return { id: offer.id, elsewhere: false }
  },
})

/** Either side, at any time. */
export const endLoan = defineAction({
  method: 'POST',
  path: 'trackerloan/end',
  tags: ['trackerloans'],
  summary: 'End the loan of a tracker, or withdraw its offer: an administrator of either organisation',
  body: IdQuery,
  answer: Type.Object({ id: Id }),
  message: 'The loan has ended.',
  async run({ context, viewer, body: { id } }) {
    const own = organisationsOf(viewer, ...managesAll)
    const isOf = (column: string) => (viewer.platform_admin ? sql<SqlBool>`true` : isIn(sql.ref<number>(column), own))
    await transact(context, async (trx) => {
      const { rows } = await sql<Ended>`
        update tracker_loan set state = 'ended', ended_at = now(), modified_at = now(),
          ended_by = case when ${isOf('tracker_loan.organisation_id')} then 'lender' else 'borrower' end
        where id = ${id} and state in ('offered', 'accepted')
          and (${isOf('tracker_loan.organisation_id')} or ${isOf('tracker_loan.borrower_id')})
        returning id::float8 as id, organisation_id::float8 as organisation_id, borrower_id::float8 as borrower_id`.execute(
        trx,
      )
      const loan = rows[0]
      if (!loan) throw new AppError('not_found', 'There is no such loan, or it has ended.', 'id')
      await auditBoth(trx, viewer, 'trackerloan.end', loan)
    })
    return { id }
  },
})

/** In the logs of both: in that of the others without the person. Who sees the map of the borrower learns it at once. */
async function auditBoth(trx: Trx, viewer: Viewer, action: string, { id, organisation_id, borrower_id }: Ended) {
  const about = { entity: 'trackerloan', entity_id: id }
  const nobody = { user_id: null }
  const is_own = (of: number) => viewer.platform_admin || organisationsOf(viewer, ...managesAll).includes(of)
  await audit(trx, is_own(organisation_id) ? viewer : nobody, action, { ...about, organisation_id })
  if (borrower_id === null) return
  await audit(trx, is_own(borrower_id) ? viewer : nobody, action, { ...about, organisation_id: borrower_id })
  afterCommit(trx, ({ publishLive }) => publishLive(liveRooms.staff(borrower_id), 'loans', { id }))
}

async function findOffer(db: Db, code: string, ip: string) {
  const { rows } = await sql<OfferRow>`
    select l.id::float8 as id, l.organisation_id::float8 as organisation_id,
      ${nameOfOrganisation('l.organisation_id')} as lender_name, ${lentName('l')} as tracker_name, l.note, l.begins_at,
      l.ends_at, l.within_area
    from tracker_loan l where l.code_sha256 = ${hash('sha256', code.trim())} and not l.elsewhere
      and l.state = 'offered' and l.ends_at > now() and l.created_at > now() - make_interval(days => ${sql.lit(answer_days)})`.execute(
    db,
  )
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw noOffer()
}

const noOffer = () => new AppError('not_found', 'This code offers nothing, or not any more.', 'code')

type Ended = { id: number; organisation_id: number; borrower_id: number | null }
type OfferRow = {
  id: number
  organisation_id: number
  lender_name: string
  tracker_name: string | null
  note: string | null
  begins_at: string
  ends_at: string
  within_area: boolean
}

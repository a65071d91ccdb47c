import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../../context.ts'
import { audit } from '../../../crud/audit.ts'
import { afterCommit, transact } from '../../../crud/transact.ts'
import type { Viewer } from '../../../crud/viewer.ts'
import { takeAttempt } from '../../../http/attempts.ts'
import { AppError } from '../../../http/errors.ts'
import { checkRoom } from '../room.ts'
import { longest_days } from '../trackerloan.ts'
import { callLender, forPeople, LenderError } from './call.ts'
import { clockOffset_s } from './clock.ts'
import { parseInvitation } from './invitation.ts'
import { RemoteOffer } from './wire.ts'

/** Reads an offer of another installation. */
export async function readOfferElsewhere(context: ApiContext, viewer: Viewer, invitation: string) {
  const { code, address } = parse(context, invitation)
  await takeAttempt(context.db, 'loan_code', viewer.user_id)
  const call = { address, path: 'loan/offer', body: { code }, answer: RemoteOffer, timeout_ms: OFFER_TIMEOUT_MS }
  try {
    const asked_ms = Date.now()
    const { now, ...offer } = await callLender(context, call)
    const clock_offset_s = clockOffset_s(now, { asked_ms, answered_ms: Date.now() })
    if (!isSensible(offer, Date.now() + clock_offset_s * 1000)) throw new LenderError('Its offer makes no sense')
    const { lender_name, tracker_name, note, begins_at, ends_at, within_area } = offer
    return {
      code,
      address,
      clock_offset_s,
      offer: { lender_name, tracker_name, note, begins_at, ends_at, within_area },
    }
  } catch (error) {
    forPeople(error)
  }
}

/**
 * Accepts or declines an offer of another installation. The row with the key is there before the answer is sent: if its
 * receipt is lost, it is found out by the key whether the lender has it (`follow.ts`).
 *
 * @returns the loan; null if it is declined
 */
export async function answerElsewhere(context: ApiContext, viewer: Viewer, { invitation, ...answer }: Answer) {
  const { organisation_id, accept } = answer
  const { code, address } = parse(context, invitation)
  const waiting = accept ? await findWaiting(context, organisation_id, code) : null
  const loan = waiting ?? (accept ? await keep(context, viewer, { invitation, organisation_id }) : null)
  if (waiting) await takeAttempt(context.db, 'loan_code', viewer.user_id)
  if (!accept) await readOfferElsewhere(context, viewer, invitation)
  const { rows } = await sql<{ name: string }>`select left(name, 200) as name from organisation
    where id = ${organisation_id}`.execute(context.db)
  const key = loan?.key ?? makeKey()
  const body = { code, accept, key, organisation_name: rows[0]!.name, address: context.config.public_url }
  const call = { address, path: 'loan/answer', body, answer: Type.Null(), timeout_ms: ANSWER_TIMEOUT_MS }
  await callLender(context, call).catch(async (error) => {
    if (!loan || !(error instanceof LenderError)) return forPeople(error)
    if (!error.is_refusal) throw new AppError('not_possible', `${unconfirmed} ${error.message}.`)
    await forget(context.db, loan.id)
    forPeople(error)
  })
  if (!loan) return null
  await transact(context, (trx) => settleAccepted(trx, { id: loan.id, organisation_id }, viewer))
  return loan.id
}

/** Marks it as accepted, once. */
export async function settleAccepted(trx: Trx, { id, organisation_id }: LoanId, actor: Actor): Promise<void> {
  const accepted = await trx
    .updateTable('remote_loan')
    .set({ state: 'accepted', answered_at: sql`now()`, retry_at: null, modified_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .returning('id')
    .executeTakeFirst()
  if (accepted) await note(trx, { id, organisation_id }, 'remoteloan.accept', actor)
}

/** In the log of the borrower, whose people with a map learn it at once. */
export async function note(
  trx: Trx,
  { id, organisation_id }: LoanId,
  action: string,
  actor: Actor,
  details?: { ended_s_ago: number },
): Promise<void> {
  await audit(trx, actor, action, { entity: 'remoteloan', entity_id: id, organisation_id, ...(details && { details }) })
  afterCommit(trx, ({ publishLive }) => publishLive(liveRooms.staff(organisation_id), 'loans', { id }))
}

async function keep(context: ApiContext, viewer: Viewer, { invitation, organisation_id }: Omit<Answer, 'accept'>) {
  const { code, address, offer, clock_offset_s } = await readOfferElsewhere(context, viewer, invitation)
  const key = makeKey()
  const id = await transact(context, async (trx) => {
    await checkRoom(trx, organisation_id)
    const { id } = await trx
      .insertInto('remote_loan')
      .values({
        ...offer,
        organisation_id,
        address,
        clock_offset_s,
        code_sha256: hash('sha256', code),
        answered_by_user_id: viewer.user_id,
        // The request that is about to be sent is alone with it.
        retry_at: sql`now() + interval '30 seconds'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const key_sealed = context.keys.seal(key, purposes.remote_loan(id))
    await trx.updateTable('remote_loan').set({ key_sealed }).where('id', '=', id).execute()
    return id
  })
  return { id, key }
}

/** One that was sent before, without a receipt. */
async function findWaiting({ db, keys }: ApiContext, organisation_id: number, code: string) {
  const row = await db
    .selectFrom('remote_loan')
    .select(['id', 'key_sealed'])
    .where('organisation_id', '=', organisation_id)
    .where('code_sha256', '=', hash('sha256', code))
    .where('state', '=', 'offered')
    .executeTakeFirst()
  return row?.key_sealed ? { id: row.id, key: keys.unseal(row.key_sealed, purposes.remote_loan(row.id)) } : null
}

/** An offer that the lender refuses to have answered leaves nothing. */
export const forget = (db: Db, id: number) =>
  db.deleteFrom('remote_loan').where('id', '=', id).where('state', '=', 'offered').execute()

const parse = ({ config }: ApiContext, invitation: string) =>
  parseInvitation(invitation, { own: config.public_url, allow_private: config.private_addresses })

function isSensible({ begins_at, ends_at }: RemoteOffer, now: number): boolean {
  const [begin, end] = [Date.parse(begins_at), Date.parse(ends_at)]
  const longest = longest_days * 24 * 3_600_000
  return begin < end && end > now && end - begin <= longest && begin < now + longest
}

/** Both are waited for by a person, one after the other. */
const OFFER_TIMEOUT_MS = 35_000
const ANSWER_TIMEOUT_MS = 20_000
const unconfirmed =
  'The other installation has not confirmed the answer yet, and is asked again until it does: see the list of loans.'

const makeKey = () => randomBytes(32).toString('base64url')

type Answer = { invitation: string; organisation_id: number; accept: boolean }
type LoanId = { id: number; organisation_id: number }
type Actor = Parameters<typeof audit>[1]

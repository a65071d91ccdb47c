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
import { checkRoom } from '../room.ts'
import { longest_days } from '../trackerloan.ts'
import { callLender, forPeople, LenderError } from './call.ts'
import { parseInvitation } from './invitation.ts'
import { RemoteOffer } from './wire.ts'

/** Reads an offer of another installation. */
export async function readOfferElsewhere(context: ApiContext, viewer: Viewer, invitation: string) {
  const { code, address } = parse(context, invitation)
  await takeAttempt(context.db, 'loan_code', viewer.user_id)
  const offer = await callLender(context, { address, path: 'loan/offer', body: { code }, answer: RemoteOffer }).catch(
    forPeople,
  )
  if (!isSensible(offer)) forPeople(new LenderError('Its offer makes no sense'))
  const { lender_name, tracker_name, note, begins_at, ends_at, within_area } = offer
  return { code, address, offer: { lender_name, tracker_name, note, begins_at, ends_at, within_area } }
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
  await callLender(context, { address, path: 'loan/answer', body, answer: Type.Null() }).catch(async (error) => {
    if (loan && error instanceof LenderError && error.is_refusal) await forget(context.db, loan.id)
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
export async function note(trx: Trx, { id, organisation_id }: LoanId, action: string, actor: Actor): Promise<void> {
  await audit(trx, actor, action, { entity: 'remoteloan', entity_id: id, organisation_id })
  afterCommit(trx, ({ publishLive }) => publishLive(liveRooms.staff(organisation_id), 'loans', { id }))
}

async function keep(context: ApiContext, viewer: Viewer, { invitation, organisation_id }: Omit<Answer, 'accept'>) {
  const { code, address, offer } = await readOfferElsewhere(context, viewer, invitation)
  const key = makeKey()
  const id = await transact(context, async (trx) => {
    await checkRoom(trx, organisation_id)
    const { id } = await trx
      .insertInto('remote_loan')
      .values({
        ...offer,
        organisation_id,
        address,
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

function isSensible({ begins_at, ends_at }: RemoteOffer): boolean {
  const [begin, end] = [Date.parse(begins_at), Date.parse(ends_at)]
  const longest = longest_days * 24 * 3_600_000
  return begin < end && end > Date.now() && end - begin <= longest && begin < Date.now() + longest
}

const makeKey = () => randomBytes(32).toString('base64url')

type Answer = { invitation: string; organisation_id: number; accept: boolean }
type LoanId = { id: number; organisation_id: number }
type Actor = Parameters<typeof audit>[1]

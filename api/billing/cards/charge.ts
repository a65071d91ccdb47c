import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { lockInvoice } from '../ledger/record.ts'
import { ProviderError } from '../providers/errors.ts'
import { keepRequest, markDone, mayBeDone, type Push } from '../providers/pushes.ts'
import { fromStripeAmount, toStripeAmount } from '../providers/stripe/amounts.ts'
import { openStripe } from '../providers/stripe/push.ts'
import { idOf } from '../providers/stripe/record.ts'
import { recordProviderPayment } from '../receipts/receive.ts'
import { notifyPayer } from './notify.ts'

/** Days after a failed attempt until the next one; then the invoice is reminded of as others are. */
const RETRY_DAYS = [1, 3, 5, 7]
/** Reasons for which a card's bank never says anything else. */
const final = ['lost_card', 'stolen_card', 'pickup_card', 'revocation_of_all_authorizations', 'stop_payment_order']

/**
 * Charges a stored card for an invoice, without the person. A repeat has the same key and the same request, so that it is
 * charged once however often the answer is lost.
 *
 * @throws {ProviderError}
 */
export async function chargeCard(context: ApiContext, push: Push): Promise<void> {
  const { db } = context
  const { customer_id, payment_method_id, amount, currency, digits, label, card_payment_id } =
    push.payload as unknown as Charge
  // Queued again by people it would have another key: an attempt is never made twice.
  if (push.payload.again !== undefined) throw new ProviderError('refused', 'A payment by card is not repeated by hand.')
  // What may have been charged is asked for again, also after the card was removed: the answer is what happened then.
  if (!mayBeDone(push) && !(await mayBegin(db, card_payment_id, amount))) {
    await endUnbegun(context, push, card_payment_id)
    return
  }
  const request = await keepRequest<Stripe.PaymentIntentCreateParams>(db, push.id, {
    amount: toStripeAmount(amount, currency, digits),
    currency: currency.toLowerCase(),
    customer: customer_id,
    payment_method: payment_method_id,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    description: label,
    metadata: {
      organisation_id: String(push.organisation_id),
      invoice_id: String(push.entity_id),
      card_payment_id: String(card_payment_id),
      attempt: String(push.payload.attempt),
    },
  })
  const stripe = await openStripe(context, push.connection_id)
  const intent = await stripe(async (api) => {
    try {
      return await api.paymentIntents.create(request, { idempotencyKey: push.idempotency_key })
    } catch (error) {
      // A card that is declined is an outcome: its payment intent says which.
      if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent
      throw error
    }
  })
  await recordIntent(context, push.connection_id, intent)
  await markDone(db, push, { id: intent.id }, async () => {})
}

/**
 * Records what became of an attempt: once, by its answer or by an event, whichever comes first, in any order.
 *
 * @returns false for a payment of another program
 */
export async function recordIntent(context: ApiContext, connection_id: number, intent: Intent): Promise<boolean> {
  const id = Number(intent.metadata?.card_payment_id)
  const attempt = Number(intent.metadata?.attempt)
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(attempt)) return false
  return transact(context, async (trx) => {
    const { rows } = await sql<Payment>`
      select p.id, p.invoice_id, p.state, p.attempts, i.currency, y.digits, c.tenant_id from card_payment p
      join invoice i on i.id = p.invoice_id join currency y on y.code = i.currency
      join provider_connection c on c.id = ${connection_id} and c.organisation_id = p.organisation_id
      where p.id = ${id}`.execute(trx)
    const payment = rows[0]
    if (!payment || Number(intent.metadata?.invoice_id) !== payment.invoice_id) return false
    // Invoices are locked first everywhere.
    await lockInvoice(trx, payment.invoice_id)
    await sql`select 1 from card_payment where id = ${id} for update`.execute(trx)
    if (intent.status === 'succeeded') await recordPaid(trx, payment, intent)
    else await recordFailed(trx, payment.id, attempt, intent)
    return true
  })
}

async function recordPaid(trx: Trx, payment: Payment, intent: Intent): Promise<void> {
  if (intent.currency.toUpperCase() !== payment.currency) {
    throw new ProviderError('refused', `${intent.id} was paid in ${intent.currency}, not in ${payment.currency}.`)
  }
  const amount = fromStripeAmount(intent.amount_received ?? intent.amount, payment.currency, payment.digits)
  const provider_id = idOf(payment.tenant_id, intent.id)
  await recordProviderPayment(trx, payment.invoice_id, { amount, provider: 'stripe', provider_id, reference: 'Card' })
  await sql`update card_payment set state = 'paid', next_attempt_at = null, error = null, modified_at = now()
    where id = ${payment.id}`.execute(trx)
}

/** Of the attempt that runs only: what comes late says nothing of a later one, and nothing undoes a payment. */
async function recordFailed(trx: Trx, id: number, attempt: number, intent: Intent): Promise<void> {
  const asks = asksPerson(intent)
  const has_failed = asks || intent.status === 'requires_payment_method' || intent.status === 'canceled'
  if (!has_failed) return
  const { code, decline_code } = intent.last_payment_error ?? {}
  const error = asks ? 'The bank of the card asks the person to confirm the payment.' : reasonOf(intent)
  const days = final.includes(decline_code ?? code ?? '') ? undefined : RETRY_DAYS[attempt - 1]
  const state = asks ? 'action_required' : days === undefined ? 'given_up' : 'waiting'
  const { rows } = await sql<{ id: number }>`
    update card_payment set state = ${state}, error = ${error}, modified_at = now(),
      next_attempt_at = case when ${state} = 'waiting' then now() + make_interval(days => ${days ?? 0}) end
    where id = ${id} and state = 'running' and attempts = ${attempt} returning id`.execute(trx)
  if (rows.length > 0) await notifyPayer(trx, id, { state, error, attempt })
}

const asksPerson = ({ status, last_payment_error }: Intent) =>
  status === 'requires_action' || last_payment_error?.code === 'authentication_required'

function reasonOf({ last_payment_error }: Intent): string {
  return (last_payment_error?.message ?? 'The card was declined.').slice(0, 500)
}

/** Whether the amount is still to be paid, by a card that is still stored. */
async function mayBegin(db: ApiContext['db'], card_payment_id: number, amount: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select p.id from card_payment p join stored_card k on k.id = p.stored_card_id and k.state = 'active'
    join invoice i on i.id = p.invoice_id and i.state = 'authorised' and i.gross - i.paid = ${amount}
    where p.id = ${card_payment_id} and p.state = 'running'`.execute(db)
  return rows.length > 0
}

async function endUnbegun({ db }: ApiContext, push: Push, card_payment_id: number): Promise<void> {
  // Another amount is charged by an attempt of its own.
  await sql`update card_payment p set state = case when k.state = 'active' and i.state = 'authorised' then 'waiting'
      else 'cancelled' end,
      next_attempt_at = case when k.state = 'active' and i.state = 'authorised' then now() end, modified_at = now()
    from stored_card k, invoice i where p.id = ${card_payment_id} and p.state = 'running' and k.id = p.stored_card_id
      and i.id = p.invoice_id`.execute(db)
  await sql`update provider_outbox set state = 'cancelled', error = 'Nothing is to be charged any more.',
    leased_until = null, done_at = now(), modified_at = now() where id = ${push.id} and state = 'running'`.execute(db)
}

type Charge = {
  customer_id: string
  payment_method_id: string
  amount: number
  currency: string
  digits: number
  label: string
  card_payment_id: number
  attempt: number
}
type Payment = {
  id: number
  invoice_id: number
  state: string
  attempts: number
  currency: string
  digits: number
  tenant_id: string
}
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'status' | 'metadata' | 'currency' | 'amount' | 'amount_received' | 'last_payment_error'
>

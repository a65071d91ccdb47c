import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Db, Trx } from '#db/database.ts'
import type { ApiContext } from '../../../../context.ts'
import { transact } from '../../../../crud/transact.ts'
import { openUntil } from '../../../instalments/due.ts'
import { lockInvoice } from '../../../ledger/record.ts'
import { recordProviderPayment } from '../../../receipts/receive.ts'
import { isBeingPaid, isOwed } from '../../../subscriptions/owed.ts'
import { ProviderError } from '../../errors.ts'
import { keepRequest, markDone, mayBeDone, type Push } from '../../pushes.ts'
import { fromStripeAmount, momentOf, toStripeAmount } from '../amounts.ts'
import { type CountedStripe, openStripe } from '../push.ts'
import { idOf } from '../record.ts'
import { notifyPayer } from './notify.ts'

/** Days after a failed attempt of a card until the next one; then the invoice is reminded of as others are. */
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
  const charge = push.payload as unknown as Charge
  const stripe = await openStripe(context, push.connection_id)
  // What may have been charged is looked for, also after the card was removed: Stripe keeps keys for a day only.
  const made = await findMade(db, stripe, { push, charge })
  if (!made && !(await mayBegin(db, charge))) return endUnbegun(db, push, charge)
  const intent = made ?? (await makeIntent(db, stripe, { push, charge }))
  await recordIntent(context, push.connection_id, intent, made ? momentOf(made.created) : undefined)
  await markDone(db, push, { id: intent.id }, async () => {})
}

async function makeIntent(db: Db, stripe: CountedStripe, { push, charge }: Pushed): Promise<Intent> {
  const { customer_id, payment_method_id, amount, currency, digits, label, card_payment_id, begun } = charge
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
      begun: String(begun),
    },
  })
  return stripe(async (api) => {
    try {
      return await api.paymentIntents.create(request, { idempotencyKey: push.idempotency_key })
    } catch (error) {
      // A card that is declined is an outcome: its payment intent says which.
      if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent
      throw error
    }
  })
}

/**
 * What this push may have made at Stripe before its answer was lost, or what an earlier one has charged whose answer
 * never came.
 *
 * @throws {ProviderError} away, while an earlier payment is being processed
 */
async function findMade(db: Db, stripe: CountedStripe, { push, charge }: Pushed): Promise<Intent | undefined> {
  const { rows } = await sql<{ customer: string }>`select distinct payload->>'customer_id' as customer
    from provider_outbox where entity = 'invoice' and entity_id = ${push.entity_id} and kind = 'charge'
      and payload ? 'request' and payload->>'tenant_id' = ${push.payload.tenant_id}
      and (state in ('failed', 'cancelled') or id = ${push.id})`.execute(db)
  // Of a push that people have queued again, the request is gone.
  const customers = new Set(rows.map(({ customer }) => customer))
  if (mayBeDone(push)) customers.add(charge.customer_id)
  const made: Intent[] = []
  for (const customer of customers) {
    made.push(...(await stripe((api) => api.paymentIntents.list({ customer, limit: 100 }))).data)
  }
  const own = made.filter(({ metadata }) => Number(metadata?.card_payment_id) === charge.card_payment_id)
  const paid = own.find(({ status }) => status === 'succeeded')
  const current = own.find(({ metadata }) => Number(metadata?.begun) === charge.begun)
  if (!paid && !current && own.some(({ status }) => status === 'processing')) {
    throw new ProviderError('away', 'An earlier payment of it is still being made.')
  }
  return paid ?? current
}

/**
 * Records what became of an attempt: once, by its answer or by an event, whichever comes first, in any order.
 *
 * @param at when that was; without it now
 * @returns false for a payment of another program
 */
export async function recordIntent(
  context: ApiContext,
  connection_id: number,
  intent: Intent,
  at = new Date().toISOString(),
): Promise<boolean> {
  const id = Number(intent.metadata?.card_payment_id)
  if (!Number.isSafeInteger(id)) return false
  return transact(context, async (trx) => {
    const { rows } = await sql<Payment>`
      select p.id, p.invoice_id, i.currency, y.digits, c.tenant_id from card_payment p
      join invoice i on i.id = p.invoice_id join currency y on y.code = i.currency
      join provider_connection c on c.id = ${connection_id} and c.organisation_id = p.organisation_id
      where p.id = ${id}`.execute(trx)
    const payment = rows[0]
    if (!payment || Number(intent.metadata?.invoice_id) !== payment.invoice_id) return false
    // Invoices are locked first everywhere.
    await lockInvoice(trx, payment.invoice_id)
    if (intent.status === 'succeeded') await recordPaid(trx, payment, intent, at)
    else await recordFailed(trx, payment.id, intent)
    return true
  })
}

async function recordPaid(trx: Trx, payment: Payment, intent: Intent, at: string): Promise<void> {
  if (intent.currency.toUpperCase() !== payment.currency) {
    throw new ProviderError('refused', `${intent.id} was paid in ${intent.currency}, not in ${payment.currency}.`)
  }
  const amount = fromStripeAmount(intent.amount_received ?? intent.amount, payment.currency, payment.digits)
  const provider_id = idOf(payment.tenant_id, intent.id)
  await recordProviderPayment(trx, payment.invoice_id, {
    amount,
    provider: 'stripe',
    provider_id,
    at,
    reference: 'Card',
  })
  await sql`update card_payment set state = 'paid', next_attempt_at = null, error = null, modified_at = now()
    where id = ${payment.id}`.execute(trx)
}

/** Of the attempt that runs only: what comes late says nothing of a later one, and nothing undoes a payment. */
async function recordFailed(trx: Trx, id: number, intent: Intent): Promise<void> {
  const asks = asksPerson(intent)
  const has_failed = asks || intent.status === 'requires_payment_method' || intent.status === 'canceled'
  if (!has_failed) return
  const running = await sql<{ attempts: number; begun: number; is_stored: boolean }>`
    select p.attempts, p.begun, k.state = 'active' as is_stored from card_payment p
    join stored_card k on k.id = p.stored_card_id where p.id = ${id} and p.state = 'running' for update of p`.execute(
    trx,
  )
  const of = running.rows[0]
  if (!of || of.begun !== Number(intent.metadata?.begun)) return
  const error = asks ? 'The bank of the card asks the person to confirm the payment.' : reasonOf(intent)
  const { code, decline_code } = intent.last_payment_error ?? {}
  const days = final.includes(decline_code ?? code ?? '') ? undefined : RETRY_DAYS[of.attempts - 1]
  // Of a card that was removed nothing is said: what waits is given to another one, or cancelled.
  const state = !of.is_stored ? 'waiting' : asks ? 'action_required' : days === undefined ? 'given_up' : 'waiting'
  await sql`
    update card_payment set state = ${state}, error = ${error}, modified_at = now(),
      next_attempt_at = case when ${state} = 'waiting' then now() + make_interval(days => ${days ?? 0}) end
    where id = ${id}`.execute(trx)
  if (of.is_stored) await notifyPayer(trx, id, { state, error, begun: of.begun })
}

const asksPerson = ({ status, last_payment_error }: Intent) =>
  status === 'requires_action' || last_payment_error?.code === 'authentication_required'

function reasonOf({ last_payment_error }: Intent): string {
  return (last_payment_error?.message ?? 'The card was declined.').slice(0, 500)
}

/** Whether the amount is still owed, its card is still stored, and no page at Stripe is open on which it is paid. */
async function mayBegin(db: Db, { card_payment_id, amount, begun }: Charge): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select p.id from card_payment p join stored_card k on k.id = p.stored_card_id and k.state = 'active'
    join invoice i on i.id = p.invoice_id and ${openUntil('i', sql`p.instalment`)} = ${amount}
    join subscription s on s.id = i.subscription_id and ${isOwed('i', 's')}
    where p.id = ${card_payment_id} and p.state = 'running' and p.begun = ${begun}
      and not ${isBeingPaid('i')}`.execute(db)
  return rows.length > 0
}

/** It waits again: `due.ts` says what becomes of it. */
async function endUnbegun(db: Db, push: Push, { card_payment_id, begun }: Charge): Promise<void> {
  await sql`update card_payment set state = 'waiting', attempts = attempts - 1, next_attempt_at = now(), modified_at = now()
    where id = ${card_payment_id} and state = 'running' and begun = ${begun}`.execute(db)
  await sql`update provider_outbox set state = 'cancelled', error = 'It was not to be charged at that moment.',
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
  /** Which of its attempts, of all cards. */
  begun: number
}
type Pushed = { push: Push; charge: Charge }
type Payment = { id: number; invoice_id: number; currency: string; digits: number; tenant_id: string }
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'created' | 'status' | 'metadata' | 'currency' | 'amount' | 'amount_received' | 'last_payment_error'
>

import type Stripe from 'stripe'
import { purposes } from '#db/tables/purposes.ts'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { providerCalls } from '../metrics.ts'
import { keepRequest, markDone, type Push } from '../pushes.ts'
import { markBroken } from '../tokens.ts'
import { momentOf, toStripeAmount } from './amounts.ts'
import { callStripe, stripeOf } from './client.ts'
import { recordRefund } from './record.ts'

/**
 * Writes one row of the outbox to Stripe, which keeps idempotency keys for a day at least: a repeat is answered with
 * what was done first.
 *
 * @throws {ProviderError}
 */
export async function pushToStripe(context: ApiContext, push: Push): Promise<void> {
  const stripe = await openStripe(context, push.connection_id)
  if (push.kind === 'checkout') return void (await makeSession(context, stripe, push))
  if (push.kind === 'expire') return expireSession(context, stripe, push)
  if (push.kind === 'refund') return refund(context, stripe, push)
  if (push.kind === 'detach') return detach(context, stripe, push)
  throw new ProviderError('refused', `Stripe takes no ${push.entity} from a program.`)
}

/**
 * Makes the page at Stripe on which an invoice is paid.
 *
 * @returns its address
 */
export async function makeSession(context: ApiContext, stripe: CountedStripe, push: Push): Promise<Page> {
  const { amount, currency, digits, label } = push.payload as unknown as Checkout
  const page = linksTo(context.config.public_url).invoice(push.entity_id)
  const metadata = { organisation_id: String(push.organisation_id), invoice_id: String(push.entity_id) }
  const request = await keepRequest<Stripe.Checkout.SessionCreateParams>(context.db, push.id, {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toStripeAmount(amount, currency, digits),
          product_data: { name: label },
        },
      },
    ],
    success_url: `${page}&paid=1`,
    cancel_url: `${page}&paid=0`,
    metadata,
    payment_intent_data: { metadata },
    expires_at: Math.floor(Date.now() / 1000) + SESSION_S,
  })
  const session = await stripe((api) => api.checkout.sessions.create(request, { idempotencyKey: push.idempotency_key }))
  const answer = { id: session.id, url: session.url!, expires_at: new Date(session.expires_at * 1000).toISOString() }
  await markDone(context.db, push, answer, async () => {})
  return answer
}

/** Expires the checkout page of an invoice that was paid elsewhere. A page that was used for a payment is closed already. */
async function expireSession({ db }: ApiContext, stripe: CountedStripe, push: Push): Promise<void> {
  const id = String(push.payload.session_id)
  const session = await stripe((api) => api.checkout.sessions.retrieve(id))
  if (session.status === 'open') await stripe((api) => api.checkout.sessions.expire(id))
  await markDone(db, push, { id }, async () => {})
}

/** Deletes a card at Stripe, after its person has removed it here. It is no error if Stripe has deleted it already. */
async function detach({ db }: ApiContext, stripe: CountedStripe, push: Push): Promise<void> {
  const id = String(push.payload.payment_method_id)
  await stripe((api) => api.paymentMethods.detach(id)).catch((error) => {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
  })
  await markDone(db, push, { id }, async () => {})
}

async function refund(context: ApiContext, stripe: CountedStripe, push: Push): Promise<void> {
  const { db } = context
  const { payment_intent, amount, currency, digits } = push.payload as unknown as Refund
  const request = await keepRequest<Stripe.RefundCreateParams>(db, push.id, {
    payment_intent,
    amount: toStripeAmount(amount, currency, digits),
    metadata: { organisation_id: String(push.organisation_id), transaction_id: String(push.entity_id) },
  })
  const made = await stripe((api) => api.refunds.create(request, { idempotencyKey: push.idempotency_key }))
  await markDone(db, push, { id: made.id }, async () => {})
  // Others are recorded when Stripe says that they have succeeded.
  if (made.status === 'succeeded') await recordRefund(context, push.connection_id, made, momentOf(made.created))
}

/** Stripe by the key of a connection. */
export async function openStripe(context: ApiContext, connection_id: number): Promise<CountedStripe> {
  const { db, keys, config, registry } = context
  const row = await db
    .selectFrom('provider_connection')
    .select('access_sealed')
    .where('id', '=', connection_id)
    .where('kind', '=', 'stripe')
    .where('state', '=', 'connected')
    .executeTakeFirst()
  if (!row?.access_sealed) throw new ProviderError('disconnected', 'Stripe is not connected.')
  const api = stripeOf(config.providers.stripe, keys.unseal(row.access_sealed, purposes.provider(connection_id)))
  return async (call) => {
    let outcome = 'done'
    try {
      return await callStripe(() => call(api))
    } catch (error) {
      if (error instanceof ProviderError) outcome = error.kind
      if (outcome === 'disconnected') await markBroken(context, connection_id, (error as Error).message)
      throw error
    } finally {
      providerCalls(registry).inc({ provider: 'stripe', outcome })
    }
  }
}

/** As long as Stripe allows. */
const SESSION_S = 24 * 3600 - 60

type Checkout = { amount: number; currency: string; digits: number; label: string }
type Refund = { payment_intent: string; amount: number; currency: string; digits: number }
/** Calls Stripe, counts the call, and throws a ProviderError. */
export type CountedStripe = <T>(call: (api: Stripe) => Promise<T>) => Promise<T>
export type Page = { id: string; url: string; expires_at: string }

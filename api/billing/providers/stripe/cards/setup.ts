import { sql } from 'kysely'
import type Stripe from 'stripe'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../../context.ts'
import { transact } from '../../../../crud/transact.ts'
import { AppError } from '../../../../http/errors.ts'
import { findConnected } from '../../connections.ts'
import { openStripe } from '../push.ts'
import { MANDATE_VERSION, mandateOf } from './mandate.ts'
import { endCard } from './remove.ts'

/**
 * Makes the page at Stripe on which a person stores a card. The mandate that was agreed to is kept with it.
 *
 * @throws {AppError} not_possible where the organisation takes no cards, outdated where the mandate has other words now
 */
export async function beginSetup(context: ApiContext, wish: SetupWish): Promise<{ id: number; url: string }> {
  const { db, config } = context
  const { organisation_id, user_id } = wish
  if (wish.mandate_version !== MANDATE_VERSION) throw new AppError('outdated')
  const connection = await findConnected(db, organisation_id, 'stripe')
  if (!connection?.tenant_id) throw new AppError('not_possible', 'This organisation takes no cards.')
  const { name } = await db
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('stored_card')
    .values({
      organisation_id,
      user_id,
      tenant_id: connection.tenant_id,
      mandate_version: MANDATE_VERSION,
      mandate_text: mandateOf(name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = linksTo(config.public_url).membership()
  const metadata = { organisation_id: String(organisation_id), stored_card_id: String(id) }
  const stripe = await openStripe(context, connection.id)
  const session = await stripe((api) =>
    api.checkout.sessions.create(
      {
        mode: 'setup',
        allowed_payment_method_types: ['card'],
        customer_creation: 'always',
        success_url: `${page}?card=${id}`,
        cancel_url: page,
        metadata,
        setup_intent_data: { metadata },
      },
      { idempotencyKey: `stripe ${connection.tenant_id} setup ${id}` },
    ),
  )
  await db.updateTable('stored_card').set({ session_id: session.id }).where('id', '=', id).execute()
  return { id, url: session.url! }
}

/** Reads at Stripe whether a card was stored, for the person who comes back before Stripe's notification does. */
export async function readSetup(context: ApiContext, card: { organisation_id: number; session_id: string | null }) {
  if (card.session_id === null) return
  const connection = await findConnected(context.db, card.organisation_id, 'stripe')
  if (!connection) return
  const stripe = await openStripe(context, connection.id)
  await recordSetup(context, connection.id, await stripe((api) => api.checkout.sessions.retrieve(card.session_id!)))
}

/**
 * Records the card of a finished page, once, in whatever order notifications arrive. It takes the place of the one
 * before; one that was removed in the meantime is not kept at Stripe either.
 *
 * @returns false for a page of another program
 */
export async function recordSetup(context: ApiContext, connection_id: number, session: Session): Promise<boolean> {
  const id = Number(session.metadata?.stored_card_id)
  if (!Number.isSafeInteger(id)) return false
  if (session.status !== 'complete' || !session.setup_intent) return true
  const setup_id = typeof session.setup_intent === 'string' ? session.setup_intent : session.setup_intent.id
  const stripe = await openStripe(context, connection_id)
  const setup = await stripe((api) => api.setupIntents.retrieve(setup_id, { expand: ['payment_method'] }))
  const method = setup.payment_method
  if (setup.status !== 'succeeded' || method === null || typeof method === 'string' || !method.card) return true
  const customer = setup.customer ?? session.customer
  const customer_id = customer === null ? null : typeof customer === 'string' ? customer : customer.id
  if (customer_id === null) return true
  const { last4, exp_month, exp_year } = method.card
  const brand = brandOf(method.card.brand)
  return transact(context, async (trx) => {
    const { rows } = await sql<{ organisation_id: number; user_id: number | null; state: string; tenant_id: string }>`
      select k.organisation_id, k.user_id, k.state, k.tenant_id from stored_card k
      join provider_connection c on c.id = ${connection_id} and c.organisation_id = k.organisation_id
        and c.tenant_id = k.tenant_id
      where k.id = ${id} for update of k`.execute(trx)
    const card = rows[0]
    if (!card) return false
    if (card.state === 'active') return true
    await trx
      .updateTable('stored_card')
      .set({ customer_id, payment_method_id: method.id, brand, last4, exp_month, exp_year, modified_at: now() })
      .where('id', '=', id)
      .execute()
    if (card.state === 'removed' || card.user_id === null) {
      await endCard(trx, id)
      return true
    }
    // One person stores one card after another.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`card ${card.organisation_id} ${card.user_id}`}, 0))`.execute(
      trx,
    )
    const before = await trx
      .selectFrom('stored_card')
      .select('id')
      .where('organisation_id', '=', card.organisation_id)
      .where('user_id', '=', card.user_id)
      .where('state', '=', 'active')
      .execute()
    for (const one of before) await endCard(trx, one.id)
    await trx.updateTable('stored_card').set({ state: 'active' }).where('id', '=', id).execute()
    return true
  })
}

/** As it is printed on the card; Stripe's words are lower case. */
const brandOf = (brand: string) => brands[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`.slice(0, 50)
const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

const now = () => new Date().toISOString()

type Session = Pick<Stripe.Checkout.Session, 'id' | 'metadata' | 'status' | 'setup_intent' | 'customer'>
type SetupWish = { organisation_id: number; user_id: number; mandate_version: number }

import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../../context.ts'
import { transact } from '../../../crud/transact.ts'
import { endRefunded } from '../../invoices/refunded.ts'
import { holderOf } from '../../ledger/account.ts'
import { inHome } from '../../ledger/home.ts'
import { unlockedAt } from '../../ledger/locked.ts'
import { findByProvider, lockInvoice, recordPayment } from '../../ledger/record.ts'
import { reverse } from '../../ledger/reverse.ts'
import { recordProviderPayment } from '../../receipts/receive.ts'
import { revive } from '../../receipts/revive.ts'
import { ProviderError } from '../errors.ts'
import { fromStripeAmount } from './amounts.ts'

/**
 * Records the payment of a checkout session once.
 *
 * @param at when it was paid
 * @returns false for a session of another program
 * @throws {ProviderError} refused, where our books cannot hold it
 */
export async function recordSession(
  context: ApiContext,
  connection_id: number,
  session: Session,
  at: string,
): Promise<boolean> {
  const invoice_id = Number(session.metadata?.invoice_id)
  if (!Number.isSafeInteger(invoice_id)) return false
  return transact(context, async (trx) => {
    const invoice = await findInvoice(trx, connection_id, invoice_id)
    if (!invoice) return false
    if (session.payment_status !== 'paid' || !session.payment_intent) return true
    if (session.currency?.toUpperCase() !== invoice.currency) {
      throw new ProviderError(
        'refused',
        `${session.id} was paid in ${session.currency}, the invoice is in ${invoice.currency}.`,
      )
    }
    const amount = fromStripeAmount(session.amount_total ?? 0, invoice.currency, invoice.digits)
    if (amount > 0) {
      const provider_id = idOf(invoice.tenant_id, session.payment_intent)
      await recordProviderPayment(trx, invoice_id, { amount, provider: 'stripe', provider_id, at, reference: 'Card' })
    }
    return true
  })
}

/**
 * Records a refund once, of whatever this installation or people at Stripe have refunded. One that fails afterwards is
 * reversed: the bank has not taken the money.
 *
 * @returns `waits` where its payment is not recorded
 * @throws {ProviderError} away, where its payment is not recorded yet and the refund is from here
 */
export async function recordRefund(
  context: ApiContext,
  connection_id: number,
  refund: Stripe.Refund,
  at: string,
): Promise<Outcome> {
  const has_failed = refund.status === 'failed' || refund.status === 'canceled'
  if (!refund.payment_intent) return 'unknown'
  if (!has_failed && refund.status !== 'succeeded') return 'done'
  const { id, amount, payment_intent } = refund
  return transact(context, async (trx) => {
    const paid = await findPayment(trx, connection_id, payment_intent)
    const ours = refund.metadata?.transaction_id !== undefined
    if (!paid && ours && !has_failed) throw new ProviderError('away', 'Its payment is not recorded yet.')
    if (!paid) return 'waits'
    const of = { id, amount, at, reference: `Refund of ${paid.payment_intent}` }
    if (has_failed) {
      // Its failure may come before it does, which is then known.
      await recordReturn(trx, connection_id, paid, of)
      const reason = `Refund of ${paid.payment_intent} failed: ${refund.failure_reason ?? refund.status}`
      await reverseReturn(trx, connection_id, paid, id, reason)
      // Ends the push that asked for it too, so that its amount can be refunded again.
      await sql`
        update provider_outbox set state = 'cancelled', error = ${reason}, modified_at = now()
        where provider_connection_id = ${connection_id} and kind = 'refund' and state = 'done'
          and answer->>'id' = ${id}`.execute(trx)
    } else {
      await recordReturn(trx, connection_id, paid, of)
      if (paid.invoice_id !== null) await endRefunded(trx, paid.invoice_id)
    }
    return 'done'
  })
}

/**
 * Records once what of a payment went back to the person: first what exceeded the invoice, then of the invoice.
 *
 * @param of.amount as Stripe counts
 */
export async function recordReturn(trx: Trx, connection_id: number, paid: Paid, of: Return): Promise<void> {
  const at = await unlockedAt(trx, paid.organisation_id, of.at)
  const common = { method: 'provider' as const, provider: 'stripe', provider_id: idOf(paid.tenant_id, of.id), at }
  await sql`select id from provider_connection where id = ${connection_id} for update`.execute(trx)
  if (await isRecorded(trx, paid, of.id)) return
  const amount = fromStripeAmount(of.amount, paid.currency, paid.digits)
  const over = Math.min(amount, paid.over)
  const { reference } = of
  const rest = amount - over
  if (over > 0) {
    const { organisation_id, contact_id, user_id, currency } = paid
    const values = { organisation_id, contact_id, user_id, currency, kind: 'refund' as const, amount: over, reference }
    await trx
      .insertInto('transaction')
      .values({ ...values, ...common, ...(await inHome(trx, { ...values, invoice_id: null })) })
      .execute()
  }
  if (rest > 0) {
    if (paid.invoice_id === null) throw new ProviderError('refused', 'More was given back than was paid.')
    const provider_id = over > 0 ? `${common.provider_id}#part` : common.provider_id
    await recordPayment(trx, paid.invoice_id, { kind: 'refund', amount: rest, reference, ...common, provider_id })
  }
}

/** Whether a refund or chargeback has been recorded, reversed or not. */
export async function isRecorded(trx: Trx, { organisation_id, tenant_id }: Paid, id: string): Promise<boolean> {
  const of = { provider: 'stripe', provider_id: idOf(tenant_id, id) }
  return (await findByProvider(trx, organisation_id, of)) !== null
}

/** Reverses what was recorded of a refund or chargeback, once. */
export async function reverseReturn(trx: Trx, connection_id: number, paid: Paid, id: string, reason: string) {
  await sql`select id from provider_connection where id = ${connection_id} for update`.execute(trx)
  const provider_id = idOf(paid.tenant_id, id)
  const { rows } = await sql<{ id: number }>`
    select t.id from transaction t where t.organisation_id = ${paid.organisation_id} and t.provider = 'stripe'
      and t.kind = 'refund' and t.provider_id in (${provider_id}, ${`${provider_id}#part`})
      and not exists (select from transaction v where v.reverses_transaction_id = t.id)
    order by t.id`.execute(trx)
  for (const row of rows) await reverse(trx, null, row.id, reason)
  if (rows.length === 0 || paid.invoice_id === null) return
  const invoice = await lockInvoice(trx, paid.invoice_id)
  const { contact_id } = invoice
  if (contact_id !== null) await revive(trx, { ...invoice, ...holderOf({ ...invoice, contact_id }) })
}

/** An id of Stripe within the ledger: with its account, so that no other account's event can take its place. */
export function idOf(tenant_id: string, of: string | { id: string }): string {
  return `${tenant_id} ${typeof of === 'string' ? of : of.id}`
}

async function findInvoice(trx: Trx, connection_id: number, invoice_id: number) {
  const { rows } = await sql<{ currency: string; digits: number; tenant_id: string }>`
    select i.currency, y.digits, c.tenant_id from invoice i join currency y on y.code = i.currency
    join provider_connection c on c.id = ${connection_id} and c.organisation_id = i.organisation_id
    where i.id = ${invoice_id} and i.state <> 'draft'`.execute(trx)
  return rows[0]
}

/** A payment at Stripe. `over`: what of it exceeded its invoice, and was not given back yet. */
export async function findPayment(
  trx: Trx,
  connection_id: number,
  payment_intent: string | { id: string },
): Promise<Paid | undefined> {
  const id = typeof payment_intent === 'string' ? payment_intent : payment_intent.id
  const { rows } = await sql<Paid>`
    select t.organisation_id, t.contact_id, t.user_id, t.currency, y.digits, c.tenant_id, ${id} as payment_intent,
      coalesce(t.invoice_id, p.invoice_id) as invoice_id,
      case when t.invoice_id is null then -t.amount - coalesce((select sum(r.amount) from transaction r
        where r.organisation_id = t.organisation_id and r.provider = 'stripe' and r.kind = 'refund' and r.invoice_id is null
          and r.reference in (${`Refund of ${id}`}, ${`Chargeback of ${id}`})
          and not exists (select from transaction v where v.reverses_transaction_id = r.id)), 0) else 0 end::float8 as over
    from provider_connection c
    join transaction t on t.organisation_id = c.organisation_id and t.provider = 'stripe' and t.provider_id = c.tenant_id || ' ' || ${id}
    join currency y on y.code = t.currency
    left join transaction p on p.organisation_id = c.organisation_id and p.provider = 'stripe' and p.provider_id = t.provider_id || '#part'
    where c.id = ${connection_id}`.execute(trx)
  return rows[0]
}

type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'metadata' | 'payment_status' | 'payment_intent' | 'currency' | 'amount_total'
>
/** `waits`: its payment or invoice is not recorded yet. */
export type Outcome = 'done' | 'unknown' | 'waits'
type Return = { id: string; amount: number; reference: string; at: string }
export type Paid = {
  organisation_id: number
  contact_id: number | null
  user_id: number | null
  currency: string
  digits: number
  tenant_id: string
  payment_intent: string
  invoice_id: number | null
  over: number
}

import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../../context.ts'
import { defineAction } from '../../../crud/action.ts'
import { audit } from '../../../crud/audit.ts'
import { checkNotImpersonating } from '../../../crud/session/impersonation.ts'
import { transact } from '../../../crud/transact.ts'
import type { Viewer } from '../../../crud/viewer.ts'
import { AppError } from '../../../http/errors.ts'
import { ofPersonOrBooks } from '../../access.ts'
import { payableOn } from '../../instalments/due.ts'
import { connectable } from '../access.ts'
import { findConnected } from '../connections.ts'
import { ProviderError, toAppError } from '../errors.ts'
import { markFailed, type Push } from '../pushes.ts'
import { makeSession, openStripe, type Page } from './push.ts'

/** Pays an invoice by card at Stripe. */
export const checkoutInvoice = defineAction({
  method: 'POST',
  path: 'invoice/checkout',
  tags: ['invoices'],
  summary: 'Make the page at Stripe on which an invoice is paid by card',
  body: Type.Object(
    { id: Id, whole: Type.Optional(Type.Boolean({ description: 'Of instalments: all that is open' })) },
    { additionalProperties: false },
  ),
  answer: Type.Object({ url: Type.String(), expires_at: Timestamp }),
  status: 201,
  async run({ context, viewer, body: { id, whole } }) {
    const { url, expires_at } = await checkout(context, viewer, { id, whole })
    return { url, expires_at }
  },
})

export const refundTransaction = defineAction({
  method: 'POST',
  path: 'transaction/refund',
  tags: ['transactions'],
  summary: 'Give a payment by card back at Stripe, in whole or in part; it is recorded when Stripe has done it',
  body: Type.Object({ id: Id, amount: Type.Optional(Type.Integer({ minimum: 1 })) }, { additionalProperties: false }),
  answer: Type.Object({ providerpush_id: Id }),
  status: 202,
  run: ({ context, viewer, body }) => queueRefund(context, viewer, body),
})

/** The same page again while it is open and the amount has not changed, also for a double click. */
async function checkout(context: ApiContext, viewer: Viewer, { id, whole = false }: Paid): Promise<Page> {
  const { db } = context
  const invoice = await db
    .selectFrom('invoice')
    .innerJoin('currency', 'currency.code', 'invoice.currency')
    .select(['invoice.organisation_id', 'invoice.type', 'invoice.state', 'invoice.document_number', 'invoice.currency'])
    .select('currency.digits')
    .select((whole ? sql<number>`invoice.gross - invoice.paid` : payableOn('invoice', sql`current_date`)).as('payable'))
    .where('invoice.id', '=', id)
    .where(ofPersonOrBooks(viewer, 'invoice'))
    .executeTakeFirst()
  if (!invoice || invoice.state === 'draft') throw new AppError('not_found')
  checkNotImpersonating(viewer)
  const { organisation_id, currency, digits, document_number } = invoice
  const open = Number(invoice.payable)
  if (invoice.type !== 'invoice' || invoice.state !== 'authorised' || open <= 0) {
    throw new AppError('not_possible', 'There is nothing to pay.')
  }
  await checkNotCharged(db, id)
  const connection = await findConnected(db, organisation_id, 'stripe')
  if (!connection)
    throw new AppError('not_possible', 'This organisation takes no cards: please pay as the invoice says.')
  const payload = { tenant_id: connection.tenant_id, label: document_number, amount: open, currency, digits }
  const { rows } = await sql<Push & { state: string; answer: Page | null }>`
    insert into provider_outbox (organisation_id, provider_connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key, not_before)
    select ${organisation_id}, ${connection.id}, 'stripe', 'checkout', 'invoice', ${id}, ${JSON.stringify(payload)}::jsonb,
      concat_ws(' ', 'stripe', ${connection.tenant_id}::text, 'checkout', ${id}::bigint, ${open}::bigint,
        (select count(*) from provider_outbox p where p.entity = 'invoice' and p.entity_id = ${id} and p.kind = 'checkout'
          and (p.state in ('failed', 'cancelled') or (p.state = 'done'
            and (p.payload ? 'ended' or (p.answer->>'expires_at')::timestamptz < now() + interval '10 minutes'))))),
      now() + interval '1 minute'
    on conflict (idempotency_key) do update set modified_at = now()
    returning id, organisation_id, provider_connection_id as connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key, attempts, follows, state, answer`.execute(db)
  const push = rows[0]!
  if (push.state === 'done' && push.answer) return push.answer
  try {
    // Of an attempt that began in the meantime, which looks for this page before it charges.
    await checkNotCharged(db, id)
    return await makeSession(context, await openStripe(context, connection.id), push)
  } catch (error) {
    // Without an answer the page may be there: the next try has the same key, and gets the same page.
    if (error instanceof AppError || (error instanceof ProviderError && error.kind === 'refused')) {
      await sql`update provider_outbox set state = 'running' where id = ${push.id} and state = 'queued'`.execute(db)
      await markFailed(db, push, error.message)
    }
    throw toAppError(error)
  }
}

type Paid = { id: number; whole?: boolean | undefined }

/** @throws {AppError} not_possible while the stored card of the person is being charged for it */
async function checkNotCharged(db: Db, invoice_id: number): Promise<void> {
  const charged = await db
    .selectFrom('card_payment')
    .select('id')
    .where('invoice_id', '=', invoice_id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (charged) throw new AppError('not_possible', 'The payment by the stored card is being made: please wait for it.')
}

async function queueRefund(
  context: ApiContext,
  viewer: Viewer,
  { id, amount }: { id: number; amount?: number | undefined },
) {
  return transact(context, async (trx) => {
    const { rows } = await sql<Payment>`
      select t.organisation_id, t.amount, t.currency, y.digits, t.provider, split_part(split_part(t.provider_id, ' ', 2), '#', 1) as payment_intent,
        split_part(t.provider_id, ' ', 1) as account, coalesce(i.document_number, t.reference) as label
      from transaction t join currency y on y.code = t.currency left join invoice i on i.id = t.invoice_id
      where t.id = ${id} and ${ofPersonOrBooks(viewer, 't')}`.execute(trx)
    const payment = rows[0]
    if (!payment) throw new AppError('not_found')
    const organisation_id = await connectable(trx, viewer, payment.organisation_id)
    if (payment.provider !== 'stripe' || payment.amount >= 0)
      throw new AppError('not_possible', 'This was not paid at Stripe.')
    // One refund of an organisation is counted after another.
    await sql`select id from provider_connection where organisation_id = ${organisation_id} and kind = 'stripe' for update`.execute(
      trx,
    )
    const connection = await findConnected(trx, organisation_id, 'stripe')
    if (!connection || connection.tenant_id !== payment.account) {
      throw new AppError('not_possible', 'The Stripe account of this payment is not connected.')
    }
    const given = await sql<{ amount: number; count: number }>`
      select coalesce(sum((payload->>'amount')::bigint) filter (where state in ('queued', 'running', 'done')), 0)::float8
        as amount, count(*)::int as count
      from provider_outbox where entity = 'transaction' and entity_id = ${id} and kind = 'refund'`.execute(trx)
    const left = -payment.amount - given.rows[0]!.amount
    const wanted = amount ?? left
    if (wanted <= 0 || wanted > left)
      throw new AppError('not_possible', 'amount: more than was paid and not refunded.', 'amount')
    const { payment_intent, currency, digits, label } = payment
    const payload = { tenant_id: payment.account, label, payment_intent, amount: wanted, currency, digits }
    const made = await trx
      .insertInto('provider_outbox')
      .values({
        organisation_id,
        provider_connection_id: connection.id,
        provider: 'stripe',
        kind: 'refund',
        entity: 'transaction',
        entity_id: id,
        payload: JSON.stringify(payload) as never,
        idempotency_key: `stripe ${payment.account} refund ${id} ${given.rows[0]!.count}`,
        follows: `payment ${payment_intent}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const details = { amount: wanted, currency }
    await audit(trx, viewer, 'transaction.refund', { organisation_id, entity: 'transaction', entity_id: id, details })
    return { providerpush_id: made.id }
  })
}

/**
 * Queues the expiry of open checkout pages whose invoice was paid elsewhere, or whose open amount has changed, so that no
 * invoice is paid twice.
 */
export async function endSettledSessions({ db }: ApiContext): Promise<void> {
  await sql`
    with settled as (
      update provider_outbox o set payload = o.payload || '{"ended": true}'
      from invoice i join provider_connection c on c.organisation_id = i.organisation_id and c.kind = 'stripe'
        and c.state = 'connected'
      where o.provider = 'stripe' and o.kind = 'checkout' and o.state = 'done' and not o.payload ? 'ended'
        and o.done_at > now() - interval '2 days' and i.id = o.entity_id
        and ((o.answer->>'expires_at')::timestamptz < now() or i.state <> 'authorised'
          or i.gross - i.paid <> (o.payload->>'amount')::bigint)
      returning o.*)
    insert into provider_outbox (organisation_id, provider_connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key)
    select s.organisation_id, s.provider_connection_id, 'stripe', 'expire', 'invoice', s.entity_id,
      s.payload - 'request' || jsonb_build_object('session_id', s.answer->>'id'), 'stripe expire ' || (s.answer->>'id')
    from settled s where (s.answer->>'expires_at')::timestamptz > now()
    on conflict (idempotency_key) do nothing`.execute(db)
}

type Payment = {
  organisation_id: number
  amount: number
  currency: string
  digits: number
  provider: string | null
  payment_intent: string
  account: string
  label: string
}

import { sql } from 'kysely'
import { instalmentOf } from '../instalments/due.ts'
import { isPaused } from '../pauses/paused.ts'

/**
 * Whether an invoice is of the next or the present period of a membership that continues, and was not paid in full. An
 * invoice for changing to another product does not count: the member pays it by hand.
 */
export function isOwed(invoice: string, subscription: string) {
  const i = (column: string) => sql.ref(`${invoice}.${column}`)
  const s = (column: string) => sql.ref(`${subscription}.${column}`)
  const key = sql`'subscription ' || ${s('id')} || ' ' || to_char(${s('period_began_on')}, 'YYYY-MM-DD')`
  return sql<boolean>`(${i('type')} = 'invoice' and ${i('state')} = 'authorised' and ${i('gross')} > ${i('paid')}
    and ${i('subscription_id')} = ${s('id')} and ${s('state')} in ('active', 'grace')
    and not ${isPaused(subscription)}
    and (${i('id')} = ${s('renewal_invoice_id')} and not ${s('cancel_at_end')}
      or ${i('id')} = ${s('invoice_id')} and ${isLaterPart(invoice)}
      or ${i('id')} = ${s('invoice_id')} and ${s('renewed_count')} > 0
        and (${i('client_key')} = ${key} or starts_with(${i('client_key')}, ${key} || ' again '))))`
}

/** Whether the next to pay is an instalment after the first, for which something was paid. */
const isLaterPart = (invoice: string) => sql`(${instalmentOf(invoice)} > 1 and exists (select from transaction t
  where t.invoice_id = ${sql.ref(`${invoice}.id`)} and t.kind = 'payment'))`

/**
 * Whether the person has agreed to the price: they have paid as much for a period of this membership before, have said so
 * when a new price was announced, or have subscribed at it and paid the part that their first period was. Silence is enough
 * to renew a membership, not to charge a card.
 */
export function isAgreed(invoice: string, subscription: string) {
  const i = (column: string) => sql.ref(`${invoice}.${column}`)
  const s = (column: string) => sql.ref(`${subscription}.${column}`)
  const paid = sql`select from invoice e where e.subscription_id = ${s('id')} and e.id <> ${i('id')}
    and e.type = 'invoice' and e.state = 'paid' and e.currency = ${i('currency')}
    and exists (select from transaction t where t.invoice_id = e.id and t.kind = 'payment')`
  const price = sql`case when ${i('id')} = ${s('renewal_invoice_id')} then coalesce(${s('renewal_amount')},
    ${s('unit_amount')}) else ${s('unit_amount')} end`
  return sql<boolean>`(exists (${paid} and e.gross >= ${i('gross')})
    or ${price} <= ${s('accepted_amount')} and (exists (${paid}) or ${isLaterPart(invoice)})
    or exists (select from price_change_member m join price_change c on c.id = m.price_change_id
      where m.subscription_id = ${s('id')} and m.answer = 'agreed' and c.cancelled_at is null
        and c.product_id = ${s('product_id')} and m.charged_on = case when ${i('id')} = ${s('renewal_invoice_id')}
          then ${s('period_ends_on')} + 1 else ${s('period_began_on')} end))`
}

/** Whether a page at Stripe is open, or being made, on which the person pays the invoice. */
export const isBeingPaid = (invoice: string) => sql<boolean>`exists (select from provider_outbox x
  where x.entity = 'invoice' and x.entity_id = ${sql.ref(`${invoice}.id`)} and x.kind = 'checkout'
    and (x.state in ('queued', 'running') or x.state = 'done' and not x.payload ? 'ended'
      and (x.answer->>'expires_at')::timestamptz > now()))`

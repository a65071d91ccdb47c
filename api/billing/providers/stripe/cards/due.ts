import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { dueOn, instalmentOf, openUntil } from '../../../instalments/due.ts'
import { isAgreed, isBeingPaid, isOwed } from '../../../subscriptions/owed.ts'

/** Days before the period ends on which its renewal is charged; that of a month, which is invoiced on its last day, then. */
const DAYS_BEFORE = 3
const AT_ONCE = 200

/** Begins the payment of renewals whose person has a card, and the attempts that are due. */
export async function chargeDue(db: Db): Promise<void> {
  await follow(db)
  await beginPayments(db)
  await beginAttempts(db)
  await giveUpUnanswered(db)
}

/**
 * What was paid otherwise, or is no longer owed, ends. What another card can pay is given to it, with attempts of its
 * own; what none can pay is cancelled.
 */
async function follow(db: Db): Promise<void> {
  await sql`update card_payment p set state = case when i.state = 'void' then 'cancelled' else 'paid' end,
      next_attempt_at = null, error = null, modified_at = now()
    from invoice i where i.id = p.invoice_id and p.state in ('waiting', 'action_required', 'given_up')
      and (i.state <> 'authorised' or p.instalment > 0 and p.instalment <> ${instalmentOf('i')})`.execute(db)
  await sql`update card_payment p set stored_card_id = k.id, state = 'waiting', attempts = 0, next_attempt_at = now(),
      error = null, modified_at = now()
    from stored_card k, invoice i join subscription s on s.id = i.subscription_id
    where k.organisation_id = p.organisation_id and k.user_id = p.user_id and k.state = 'active'
      and k.id <> p.stored_card_id and p.state in ('waiting', 'action_required', 'given_up', 'cancelled')
      and i.id = p.invoice_id and s.user_id = p.user_id and ${isOwed('i', 's')} and ${isAgreed('i', 's')}
      and p.instalment = ${instalmentOf('i')} and ${isMandated}`.execute(db)
  await sql`update card_payment p set state = 'cancelled', next_attempt_at = null, modified_at = now()
    from stored_card k, invoice i join subscription s on s.id = i.subscription_id
    where p.state = 'waiting' and k.id = p.stored_card_id and i.id = p.invoice_id
      and (k.state <> 'active' or ${isOwed('i', 's')} is not true)`.execute(db)
}

/** Instalments of the first period are charged to cards whose mandate names them. */
const isMandated = sql<boolean>`(s.renewed_count > 0 or i.id is not distinct from s.renewal_invoice_id
  or k.mandate_version >= 2)`

/** One payment for an invoice or an instalment, however many processes look for them. */
async function beginPayments(db: Db): Promise<void> {
  await sql`
    insert into card_payment (organisation_id, invoice_id, instalment, stored_card_id, user_id, state, next_attempt_at)
    select i.organisation_id, i.id, ${instalmentOf('i')}, k.id, k.user_id, 'waiting', now()
    from stored_card k
    join provider_connection c on c.organisation_id = k.organisation_id and c.kind = 'stripe' and c.state = 'connected'
      and c.tenant_id = k.tenant_id
    join organisation o on o.id = k.organisation_id
    join organisation_config g on g.organisation_id = o.id and 'billing' = any(g.features)
    join subscription s on s.organisation_id = k.organisation_id and s.user_id = k.user_id
    join invoice i on i.id in (s.renewal_invoice_id, s.invoice_id) and ${isOwed('i', 's')}
    where k.state = 'active' and ${dueOn('i')} - ${DAYS_BEFORE}::int <= (now() at time zone o.timezone)::date
      and ${isServed(sql`o.id`)} and ${isAgreed('i', 's')} and ${isMandated}
      and not exists (select from card_payment p where p.invoice_id = i.id and p.instalment = ${instalmentOf('i')})
    order by i.id limit ${AT_ONCE}
    on conflict (invoice_id, instalment) do nothing`.execute(db)
}

/** Queues attempts that are due, each with a key of its own. Not while the person may be paying at Stripe's page. */
async function beginAttempts(db: Db): Promise<void> {
  await sql`
    with due as (
      select p.id, c.id as connection_id, c.tenant_id, k.customer_id, k.payment_method_id, ${openUntil('i', sql`p.instalment`)} as open,
        i.currency, y.digits, i.document_number
      from card_payment p join stored_card k on k.id = p.stored_card_id and k.state = 'active'
      join invoice i on i.id = p.invoice_id join subscription s on s.id = i.subscription_id and ${isOwed('i', 's')}
      join currency y on y.code = i.currency
      join provider_connection c on c.organisation_id = p.organisation_id and c.kind = 'stripe'
        and c.state = 'connected' and c.tenant_id = k.tenant_id
      where p.state = 'waiting' and p.next_attempt_at <= now() and ${isServed(sql`p.organisation_id`)}
        and not ${isBeingPaid('i')}
      order by p.next_attempt_at, p.id limit ${AT_ONCE} for update of p skip locked),
    begun as (
      update card_payment p set state = 'running', attempts = p.attempts + 1, begun = p.begun + 1, next_attempt_at = null,
        modified_at = now()
      from due where p.id = due.id returning p.id, p.organisation_id, p.invoice_id, p.instalment, p.begun)
    insert into provider_outbox (organisation_id, provider_connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key)
    select b.organisation_id, d.connection_id, 'stripe', 'charge', 'invoice', b.invoice_id,
      jsonb_build_object('tenant_id', d.tenant_id, 'label', d.document_number, 'amount', d.open, 'currency', d.currency,
        'digits', d.digits, 'customer_id', d.customer_id, 'payment_method_id', d.payment_method_id,
        'card_payment_id', b.id, 'begun', b.begun),
      concat_ws(' ', 'stripe', d.tenant_id, 'charge', b.invoice_id,
        case when b.instalment > 0 then 'part ' || b.instalment end, b.begun)
    from begun b join due d on d.id = b.id`.execute(db)
}

/** What Stripe has refused, or has not answered for a day, is left to the reminders; a late event still records it. */
async function giveUpUnanswered(db: Db): Promise<void> {
  await sql`update card_payment p set state = 'given_up', error = left(coalesce(o.error, 'Stripe did not answer.'), 1000),
      modified_at = now()
    from provider_outbox o where p.state = 'running' and o.kind = 'charge' and o.entity = 'invoice'
      and o.entity_id = p.invoice_id and o.state in ('failed', 'cancelled')
      and (o.payload->>'card_payment_id')::bigint = p.id and (o.payload->>'begun')::int = p.begun`.execute(db)
}

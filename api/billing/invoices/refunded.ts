import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { voidInvoice } from './authorise.ts'

/**
 * Ends a membership whose present period was given back to the person: by refunds of its invoice or of its credit notes,
 * so that nothing is left of what was paid for it. An invoice that is open again by that is void.
 *
 * @param document_id the invoice or credit note that was refunded
 */
export async function endRefunded(trx: Trx, document_id: number): Promise<void> {
  const { rows } = await sql<{ invoice_id: number; is_open: boolean }>`
    with invoice_of as (
      select coalesce(d.credits_invoice_id, d.id) as id from invoice d where d.id = ${document_id}),
    given_back as (
      select f.id from invoice_of f join invoice d on d.id = f.id or d.credits_invoice_id = f.id
      join transaction t on t.invoice_id = d.id and t.kind in ('payment', 'refund', 'adjustment')
      group by f.id having sum(t.amount) >= 0 and sum(t.amount) filter (where t.kind = 'refund') > 0)
    update subscription s set state = 'cancelled', next_invoice_on = null, pay_by = null, modified_at = now(),
      ended_on = (now() at time zone o.timezone)::date
    from given_back g join invoice i on i.id = g.id join organisation o on o.id = i.organisation_id
    where s.invoice_id = g.id and s.unit_amount > 0 and s.state in ('active', 'grace')
    returning i.id as invoice_id, i.state = 'authorised' and i.paid = 0 as is_open`.execute(trx)
  for (const { invoice_id, is_open } of rows) {
    if (is_open) await voidInvoice(trx, invoice_id, { reason: 'The membership was refunded', user_id: null })
  }
}

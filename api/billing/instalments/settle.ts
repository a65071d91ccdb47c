import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { leadOf } from '../money/days.ts'
import { openParts } from '../money/instalments.ts'
import { reduces } from './due.ts'

/** Settles the instalments of an invoice by its transactions; the membership that it is of waits for the next one. */
export async function settleInstalments(trx: Trx, invoice_id: number): Promise<void> {
  const parts = await trx
    .selectFrom('instalment')
    .select(['id', 'amount', 'settled'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  if (parts.length === 0) return
  const { rows } = await sql<{ paid: number; reduced: number }>`
    select coalesce(-sum(amount) filter (where not is_less), 0)::float8 as paid,
      coalesce(-sum(amount) filter (where is_less), 0)::float8 as reduced
    from (select t.amount, ${reduces('t', 'r')} as is_less from transaction t
      left join transaction r on r.id = t.reverses_transaction_id
      where t.invoice_id = ${invoice_id} and t.kind <> 'charge') l`.execute(trx)
  const open = openParts(
    parts.map(({ amount }) => amount),
    rows[0]!,
  )
  for (const [i, { id, amount, settled }] of parts.entries()) {
    const now = amount - open[i]!
    if (now !== settled) await trx.updateTable('instalment').set({ settled: now }).where('id', '=', id).execute()
  }
  await waitForNext(trx, invoice_id)
}

/** What was overdue is paid, and the next instalment is not due yet: the membership is as one that is paid. */
async function waitForNext(trx: Trx, invoice_id: number): Promise<void> {
  await sql`
    with next as (select min(n.due_on) as due_on from instalment n
      where n.invoice_id = ${invoice_id} and n.settled < n.amount)
    update subscription s set pay_by = next.due_on, modified_at = now(), ended_on = null, state = 'active',
      next_invoice_on = case when s.state = 'lapsed' and s.period = 'year' then s.period_ends_on - ${leadOf('year')}::int
        else s.next_invoice_on end
    from next, organisation o
    where o.id = s.organisation_id and s.invoice_id = ${invoice_id} and next.due_on is not null
      and (s.state in ('active', 'grace') and s.pay_by is distinct from next.due_on or s.state = 'lapsed'
        and s.period_ends_on >= (now() at time zone o.timezone)::date)
      and next.due_on >= (now() at time zone o.timezone)::date
      and not exists (select from subscription l where l.user_id = s.user_id and l.product_id = s.product_id
        and l.id <> s.id and l.state in ('trial', 'active', 'grace'))`.execute(trx)
}

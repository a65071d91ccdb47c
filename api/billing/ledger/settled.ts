import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { leadOf } from '../money/days.ts'

/** Ends the grace of a subscription whose invoice of the period was paid, and reopens a lapsed one whose period lasts. */
export async function reactivate(trx: Trx, invoice_id: number): Promise<void> {
  await sql`update subscription s set state = 'active', ended_on = null, modified_at = now(),
      next_invoice_on = case when s.state = 'grace' then s.next_invoice_on
        else s.period_ends_on - case s.period when 'year' then ${leadOf('year')}::int when 'quarter' then ${leadOf('quarter')}::int else ${leadOf('month')}::int end end
    where s.invoice_id = ${invoice_id} and s.state in ('grace', 'lapsed')
      and (s.state = 'grace' or s.period_ends_on >= (select (now() at time zone o.timezone)::date from organisation o
        where o.id = s.organisation_id))
      and not exists (select from subscription l where l.user_id = s.user_id and l.product_id = s.product_id
        and l.id <> s.id and l.state in ('trial', 'active', 'grace'))`.execute(trx)
}

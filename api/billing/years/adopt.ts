import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { AppError } from '../../http/errors.ts'
import { addDays } from '../money/days.ts'
import { costOf, periodFrom } from '../money/years.ts'
import { nextPeriod } from '../subscriptions/advance.ts'
import { findProduct } from '../subscriptions/begin.ts'
import { termsOf } from '../subscriptions/terms.ts'

/**
 * What it would mean if the members of a product took its membership year: each from the period after the present one, or
 * after the next where that is invoiced already. That period ends with the common year, and is priced as for who joins on
 * its first day.
 *
 * @throws {AppError} not_found, or not_possible where the product is not paid by the year or a new price waits
 */
export async function planYear(db: Db, organisation_id: number, product_id: number) {
  const product = await findProduct(db, organisation_id, product_id)
  if (product.period !== 'year') {
    throw new AppError('not_possible', `${product.name} is not paid by the year: it has no membership year.`)
  }
  const waits = await db
    .selectFrom('price_change')
    .select('id')
    .where('product_id', '=', product_id)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (waits) {
    const reason = 'A new price is scheduled, and members know from when they pay it: please wait for it, or cancel it.'
    throw new AppError('not_possible', reason)
  }
  const terms = termsOf(product)
  const { rows } = await sql<Concerned>`
    select s.*, k.name as contact_name, c.digits, coalesce(p.new_amount + s.members_amount, s.renewal_amount, s.unit_amount)::float8 as price
    from subscription s join currency c on c.code = s.currency left join contact k on k.id = s.contact_id
    left join lateral (select c.new_amount from price_change_member m join price_change c on c.id = m.price_change_id
      where m.subscription_id = s.id and m.charged_on is null and c.product_id = s.product_id and c.cancelled_at is null
      order by c.effective_on desc, c.id desc limit 1) p on true
    where s.organisation_id = ${organisation_id} and s.product_id = ${product_id} and s.period = 'year'
      and s.state in ('trial', 'active', 'grace') and (s.year_begins is distinct from ${terms.year_begins}
        or s.first_year <> ${terms.first_year} or s.early_months <> ${terms.early_months})
    order by s.id`.execute(db)
  const members = rows.map((sub) => {
    const invoiced_until = invoicedUntil(sub)
    const begins_on = addDays(invoiced_until ?? sub.period_ends_on!, 1)
    // A year of its own that follows one of all begins when that ends, and so on the same day.
    const next = periodFrom(terms, begins_on)
    return { sub, invoiced_until, next, cost: costOf(sub.price, next) }
  })
  return { product, terms, members }
}

/** Gives the members of a product its membership year. */
export async function adoptYear(trx: Trx, organisation_id: number, product_id: number) {
  await sql`select 1 from product where id = ${product_id} and organisation_id = ${organisation_id} for update`.execute(
    trx,
  )
  // In the order of ids, as other work that locks many.
  await sql`select 1 from subscription where organisation_id = ${organisation_id} and product_id = ${product_id}
    and state in ('trial', 'active', 'grace') order by id for update`.execute(trx)
  const plan = await planYear(trx, organisation_id, product_id)
  for (const { sub, invoiced_until } of plan.members) {
    if (invoiced_until === null || sub.renewal_ends_on !== null) continue
    // Of invoices that were written before this was kept.
    await trx.updateTable('subscription').set({ renewal_ends_on: invoiced_until }).where('id', '=', sub.id).execute()
  }
  const ids = plan.members.map(({ sub }) => sub.id)
  if (ids.length > 0) {
    const { year_begins, first_year, early_months } = plan.terms
    await trx
      .updateTable('subscription')
      .set({ year_begins, first_year, early_months, modified_at: new Date().toISOString() })
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
  }
  return plan
}

/** Until when the next period lasts, where that is invoiced. */
function invoicedUntil(sub: RowOf<typeof Subscription>): string | null {
  if (sub.next_invoice_on !== null || sub.cancel_at_end) return null
  return sub.renewal_ends_on ?? nextPeriod(sub).ends_on
}

type Concerned = RowOf<typeof Subscription> & { contact_name: string | null; digits: number; price: number }

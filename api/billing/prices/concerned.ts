import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { PriceChange } from '#db/tables/billing/prices/price_change.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { addDays, dayOfMonth } from '../money/days.ts'
import { periodFrom } from '../money/years.ts'

/** Rows that one statement writes. */
const AT_ONCE = 500

/**
 * The live memberships that renew at the price of a product, and whether on the terms of the change.
 *
 * @param subscription_id this one only
 */
export async function concernedBy(db: Db, change: Terms, subscription_id: number | null = null): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    select s.id, s.user_id, s.state, s.period, s.period_ends_on, s.anchor_day, s.renewal_invoice_id, s.next_invoice_on,
      (s.unit_amount - s.members_amount)::float8 as unit_amount, s.year_begins, s.first_year, s.early_months, s.renewal_ends_on, s.currency = ${change.currency} and s.amounts_are = ${change.amounts_are}
        and s.period = ${change.period} as has_terms
    from subscription s where s.organisation_id = ${change.organisation_id} and s.product_id = ${change.product_id}
      and s.state in ('trial', 'active', 'grace') and not s.cancel_at_end and s.period_ends_on is not null
      and (${subscription_id}::bigint is null or s.id = ${subscription_id})
    order by s.id`.execute(db)
  return rows
}

/** Whether the period after the present one is invoiced already: it keeps its price. */
export const isInvoiced = ({ next_invoice_on }: Concerned) => next_invoice_on === null

/** The first day on which a membership renews at the price of a change. */
export function firstDayAt(sub: Concerned, effective_on: string): string {
  let day = addDays(sub.period_ends_on!, 1)
  const anchor = sub.state === 'trial' ? dayOfMonth(day) : sub.anchor_day
  for (let kept = isInvoiced(sub); kept || day < effective_on; kept = false) {
    const { ends_on } = periodFrom(sub, day, anchor)
    day = addDays((kept && sub.renewal_ends_on) || ends_on!, 1)
  }
  return day
}

/** Writes whom a change concerns. */
export async function writeConcerned(trx: Trx, change: Change, subs: Concerned[]): Promise<void> {
  const { id: price_change_id, organisation_id, effective_on } = change
  for (let i = 0; i < subs.length; i += AT_ONCE) {
    const values = subs
      .slice(i, i + AT_ONCE)
      .map((sub) => ({
        organisation_id,
        price_change_id,
        subscription_id: sub.id,
        user_id: sub.user_id,
        old_amount: sub.unit_amount,
        from_on: firstDayAt(sub, effective_on),
      }))
    await trx
      .insertInto('price_change_member')
      .values(values)
      .onConflict((on) => on.doNothing())
      .execute()
  }
}

/** A membership that is begun, or changed to a product, while a new price of that is scheduled is concerned by it, too. */
export async function concernNewcomer(trx: Trx, subscription_id: number): Promise<void> {
  const change = await trx
    .selectFrom('price_change as c')
    .innerJoin('subscription as s', 's.product_id', 'c.product_id')
    .selectAll('c')
    .where('s.id', '=', subscription_id)
    .where('c.applied_at', 'is', null)
    .where('c.cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!change) return
  await writeConcerned(trx, change, (await concernedBy(trx, change, subscription_id)).filter(pays(change)))
}

/** Whether a membership pays another price than the new one, on its terms. */
export const pays =
  ({ new_amount }: Pick<Change, 'new_amount'>) =>
  ({ has_terms, unit_amount }: Concerned) =>
    has_terms && unit_amount !== new_amount

/** A membership that takes a product pays what it costs that day: earlier changes of its price do not concern it. */
export async function leaveChanges(trx: Trx, subscription_id: number, product_id: number): Promise<void> {
  await sql`delete from price_change_member m using price_change c where m.subscription_id = ${subscription_id}
    and c.id = m.price_change_id and c.product_id = ${product_id} and m.charged_on is null`.execute(trx)
}

export type Change = RowOf<typeof PriceChange>
export type Terms = Pick<Change, 'organisation_id' | 'product_id' | 'currency' | 'amounts_are' | 'period'>
export type Concerned = Pick<
  RowOf<typeof Subscription>,
  | 'id'
  | 'user_id'
  | 'state'
  | 'period'
  | 'period_ends_on'
  | 'anchor_day'
  | 'renewal_invoice_id'
  | 'next_invoice_on'
  | 'unit_amount'
  | 'year_begins'
  | 'first_year'
  | 'early_months'
  | 'renewal_ends_on'
> & { has_terms: boolean }

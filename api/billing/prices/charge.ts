import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'

/** What a membership costs in the period that begins on a day. */
export async function priceOf(trx: Trx, sub: Sub, begins_on: string): Promise<number> {
  const { rows } = await sql<{ new_amount: number }>`select c.new_amount ${open(sub, begins_on)}
    order by c.effective_on desc, c.id desc limit 1`.execute(trx)
  // A new price is that of the payer: what others add stays as agreed.
  return rows[0] ? rows[0].new_amount + sub.members_amount : sub.unit_amount
}

/** Says that the period is invoiced at the newest price. */
export async function markCharged(trx: Trx, sub: Sub, begins_on: string): Promise<void> {
  await sql`update price_change_member set charged_on = ${begins_on}, modified_at = now()
    where id in (select m.id ${open(sub, begins_on)})`.execute(trx)
}

/** The next period is not invoiced any more. */
export async function unmarkCharged(trx: Trx, { id, period_ends_on }: Sub): Promise<void> {
  await sql`update price_change_member set charged_on = null, modified_at = now()
    where subscription_id = ${id} and charged_on > ${period_ends_on}`.execute(trx)
}

/** Products take their new price on its day. @param day instead of today */
export async function applyPrices(db: Db, day: string | null): Promise<void> {
  await sql`
    with due as (
      update price_change c set applied_at = now(), modified_at = now() from organisation o
      where o.id = c.organisation_id and c.applied_at is null and c.cancelled_at is null
        and c.effective_on <= coalesce(${day}::date, (now() at time zone o.timezone)::date)
      returning c.product_id, c.new_amount)
    update product p set unit_amount = due.new_amount, modified_at = now() from due where p.id = due.product_id`.execute(
    db,
  )
}

/** The changes of its product that are in force by a day and are not charged to a membership yet. */
const open = ({ id, product_id }: Sub, day: string): RawBuilder<unknown> => sql`
  from price_change_member m join price_change c on c.id = m.price_change_id
  where m.subscription_id = ${id} and m.charged_on is null and c.product_id = ${product_id}
    and c.cancelled_at is null and c.effective_on <= ${day}`

type Sub = RowOf<typeof Subscription>

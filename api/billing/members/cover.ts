import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { SubscriptionMember } from '#db/tables/billing/members/subscription_member.ts'
import type { Subscription } from '#db/tables/billing/subscription.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { costWith, type Discount } from '../money/discounts.ts'
import { shareOf } from '../money/document.ts'
import { priceOfPlace } from '../money/members.ts'
import { boughtDays } from '../money/pauses.ts'
import { partOf } from '../money/years.ts'

/** How many have a membership, the payer included. */
export async function countPeople(db: Db, subscription_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from subscription_member
    where subscription_id = ${subscription_id} and state = 'joined'`.execute(db)
  return rows[0]!.count + 1
}

/** Those who have joined, by their place after the payer. */
export const peopleOf = (db: Db, subscription_id: number): Promise<Member[]> =>
  db
    .selectFrom('subscription_member')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .where('state', '=', 'joined')
    .orderBy('joined_on')
    .orderBy('id')
    .execute()

/** From a new period, or another product, on its invoice charges all people: each by their place. */
export async function coverPeople(trx: Trx, subscription_id: number): Promise<void> {
  const people = await peopleOf(trx, subscription_id)
  if (people.length === 0) return
  const sub = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', subscription_id)
    .executeTakeFirstOrThrow()
  const part = partOf(sub, sub.period_began_on, sub.period_ends_on)
  for (const [i, { id }] of people.entries()) {
    const { cost } = costWith(priceOfPlace(sub, i + 2), part, percentOff(sub))
    await setMember(trx, id, { covered_from: sub.period_began_on, cost, invoice_id: null })
  }
}

/** What is left from a day on of what was charged for a person in the present period. */
export function restOf(sub: Sub, { cost, covered_from }: Member, day: string): number {
  const { period_began_on, period_ends_on } = sub
  if (sub.state !== 'active' || period_ends_on === null || covered_from === null || day > period_ends_on) return 0
  const bought = { ...sub, period_ends_on }
  const whole = boughtDays(bought, covered_from < period_began_on ? period_began_on : covered_from).left
  return whole === 0 ? 0 : shareOf(cost, Math.min(whole, boughtDays(bought, day).left), whole)
}

/** Per cent off every period are off what is charged for each person; an amount is off the price of the payer. */
export const percentOff = (sub: Sub): Discount | null =>
  sub.discount_every && sub.discount_percent !== null ? { percent: sub.discount_percent, amount: null } : null

export const setMember = (trx: Trx, id: number, changes: Partial<Omit<Member, 'id'>>) =>
  trx
    .updateTable('subscription_member')
    .set({ ...changes, modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

export type Member = RowOf<typeof SubscriptionMember>
type Sub = RowOf<typeof Subscription>

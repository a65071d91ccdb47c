import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { offLine } from '../discounts/terms.ts'
import { dateText } from '../documents/texts.ts'
import { voidInvoice } from '../invoices/authorise.ts'
import { countPeople, type Member, percentOff, setMember } from '../members/cover.ts'
import { type By, creditPart } from '../members/credit_part.ts'
import { creditRest } from '../members/credit_rest.ts'
import { addDays } from '../money/days.ts'
import { type Cost, costWith } from '../money/discounts.ts'
import { priceOfMembers, priceOfPlace } from '../money/members.ts'
import { boughtDays } from '../money/pauses.ts'
import { partOf } from '../money/years.ts'
import { pausedOn } from '../pauses/paused.ts'
import { unmarkCharged } from '../prices/charge.ts'
import { advance, noRenewal, type Sub } from '../subscriptions/advance.ts'
import { issue } from '../subscriptions/issue.ts'

/**
 * What one more person costs: for the days of the present period that are left, from today on, and in each whole period. In a
 * trial nothing now. Per cent off every period are off this, too.
 */
export function costOfNext(sub: Sub, count: number, today: string): Next {
  const price = priceOfPlace(sub, count + 1)
  const discount = percentOff(sub)
  const each = costWith(price, { part: 1, of: 1, unit: null }, discount)
  if (sub.state === 'trial') return { price, now: { full: 0, off: 0, cost: 0 }, each }
  if (sub.period_ends_on === null) return { price, now: each, each }
  const { left, whole } = boughtDays({ ...sub, period_ends_on: sub.period_ends_on }, today)
  const { part, of } = partOf(sub, sub.period_began_on, sub.period_ends_on)
  return { price, now: costWith(price, { part: left * part, of: whole * of, unit: 'days' }, discount), each }
}

/**
 * Adds a person to a membership today: they have it from now on, and what they add to its price is invoiced for the days
 * that are left, and with each period that follows. The next period's invoice is written again where it was not paid.
 *
 * @throws {AppError} not_possible where it has ended, is paused or not paid, is full, or its next period is paid already
 */
export async function addPerson(trx: Trx, sub: Sub, member: Member, user_id: number, by: By): Promise<void> {
  const count = await countPeople(trx, sub.id)
  checkCanGrow(sub, count, by.today)
  const { price, now } = costOfNext(sub, count, by.today)
  await withoutRenewal(trx, sub, by)
  const { today } = by
  const until = sub.period_ends_on === null ? '' : ` to ${dateText(sub.period_ends_on)}`
  const description = `${sub.product_name}: ${member.name}, ${sub.period_ends_on === null ? 'from ' : ''}${dateText(today)}${until}`
  const invoice =
    now.cost === 0
      ? null
      : await issue(trx, sub.id, {
          begins_on: today,
          ends_on: sub.period_ends_on,
          today,
          amount: now.full,
          description,
          ...offLine(sub, now),
          key: `member ${member.id} ${today}`,
          at_once: true,
        })
  await setMember(trx, member.id, {
    state: 'joined',
    user_id,
    joined_on: today,
    answered_at: new Date().toISOString(),
    token_sha256: null,
    covered_from: today,
    cost: invoice === null ? 0 : now.cost,
    invoice_id: invoice?.id ?? null,
  })
  const invited_by_payer = member.invited_by_user_id !== null && member.invited_by_user_id === sub.user_id
  await change(trx, sub.id, {
    unit_amount: sub.unit_amount + price,
    members_amount: sub.members_amount + price,
    // What the invoice of the period charges.
    ...(sub.state !== 'trial' && { period_amount: sub.period_amount ?? sub.unit_amount }),
    // The payer was shown what it costs, and has invited them.
    ...(sub.accepted_amount !== null && invited_by_payer && { accepted_amount: sub.accepted_amount + price }),
  })
  await advance(trx, sub.id, today)
}

/**
 * A person does not have a membership any more from today on: the days that are left are credited, as they were charged.
 *
 * @param of.credit false where nothing was paid: then the invoice for them is voided
 */
export async function removePerson(trx: Trx, sub: Sub, member: Member, of: Removal): Promise<void> {
  const { today, user_id } = of
  const count = await countPeople(trx, sub.id)
  const price = priceOfMembers(sub, count) - priceOfMembers(sub, count - 1)
  const paid_ahead = await withoutRenewal(trx, sub, of, true)
  const by = { today, user_id }
  if (of.credit) await creditRest(trx, sub, member, by)
  else if (member.invoice_id !== null) await voidInvoice(trx, member.invoice_id, { reason: 'It was not paid', user_id })
  await setMember(trx, member.id, { state: of.state, ended_on: today, token_sha256: null })
  const with_period = member.invoice_id === null && sub.state !== 'trial'
  await change(trx, sub.id, {
    unit_amount: sub.unit_amount - price,
    members_amount: sub.members_amount - price,
    ...(with_period && { period_amount: Math.max(0, (sub.period_amount ?? sub.unit_amount) - member.cost) }),
    ...(sub.accepted_amount !== null && { accepted_amount: Math.max(0, sub.accepted_amount - price) }),
  })
  if (paid_ahead) await creditAhead(trx, sub, { price, name: member.name, by })
  await advance(trx, sub.id, today)
}

/** Of the next period, which is paid already, what the person would have added. */
async function creditAhead(trx: Trx, sub: Sub, { price, name, by }: { price: number; name: string; by: By }) {
  const part = partOf(sub, addDays(sub.period_ends_on!, 1), sub.renewal_ends_on)
  const { cost: amount } = costWith(price, part, percentOff(sub))
  const charged = sub.renewal_part ?? sub.renewal_amount ?? sub.unit_amount
  const description = `${sub.product_name}: ${name}, from ${dateText(addDays(sub.period_ends_on!, 1))}`
  if (amount > 0) await creditPart(trx, { ...sub, invoice_id: sub.renewal_invoice_id }, { amount, description, by })
  const renewal_amount = (sub.renewal_amount ?? sub.unit_amount) - price
  await change(trx, sub.id, {
    renewal_amount,
    renewal_part: charged - amount === renewal_amount ? null : charged - amount,
  })
}

/** @throws {AppError} not_possible */
export function checkCanGrow(sub: Sub, count: number, today: string): void {
  if (sub.state !== 'trial' && sub.state !== 'active') {
    throw new AppError('not_possible', `This membership is ${sub.state === 'grace' ? 'not paid yet' : sub.state}.`)
  }
  if (pausedOn(sub, today)) throw new AppError('not_possible', 'This membership is paused.')
  if (count < sub.members_most) return
  throw new AppError('not_possible', `${sub.product_name} is for ${sub.members_most} people, and has as many.`)
}

/**
 * Takes back the invoice of the next period where nothing of it is paid: it is written again with the new price.
 *
 * @returns whether it stays, since it is paid
 */
async function withoutRenewal(trx: Trx, sub: Sub, { user_id, today }: By, keeps_paid = false): Promise<boolean> {
  if (sub.next_invoice_on !== null || sub.period_ends_on === null || sub.cancel_at_end) return false
  if (sub.state === 'lapsed' || sub.state === 'cancelled') return false
  if (sub.renewal_invoice_id !== null) {
    const { paid, state } = await trx
      .selectFrom('invoice')
      .select(['paid', 'state'])
      .where('id', '=', sub.renewal_invoice_id)
      .executeTakeFirstOrThrow()
    if (state !== 'void' && (paid !== 0 || state === 'paid')) {
      if (keeps_paid) return true
      const from = dateText(addDays(sub.period_ends_on, 1))
      throw new AppError('not_possible', `The next period is paid already: people can be added from ${from}.`)
    }
    await voidInvoice(trx, sub.renewal_invoice_id, { reason: 'The people of the membership have changed', user_id })
  }
  await unmarkCharged(trx, sub)
  await change(trx, sub.id, { ...noRenewal, next_invoice_on: today })
  return false
}

const change = (trx: Trx, id: number, changes: Partial<Omit<Sub, 'id' | 'opens'>>) =>
  trx
    .updateTable('subscription')
    .set({ ...changes, modified_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

type Next = { price: number; now: Cost; each: Cost }
type Removal = By & { state: 'left' | 'removed' | 'unpaid'; credit: boolean }

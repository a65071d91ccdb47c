import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { digitsOf } from '../books/checks.ts'
import { noDiscount } from '../discounts/terms.ts'
import { dateText } from '../documents/texts.ts'
import { voidInvoice } from '../invoices/authorise.ts'
import { compute } from '../invoices/lines.ts'
import { coverPeople, peopleOf, restOf } from '../members/cover.ts'
import { type By, creditPart } from '../members/credit_part.ts'
import { creditRest } from '../members/credit_rest.ts'
import { addDays, nextInvoiceOn } from '../money/days.ts'
import { type LineAmounts, shareOf, toMajor } from '../money/document.ts'
import { priceOfMembers } from '../money/members.ts'
import { boughtDays } from '../money/pauses.ts'
import { costOf, type PeriodOf, partOf, periodFrom } from '../money/years.ts'
import { pausedOn } from '../pauses/paused.ts'
import { unmarkCharged } from '../prices/charge.ts'
import { concernNewcomer, leaveChanges } from '../prices/concerned.ts'
import { noRenewal, type Sub } from './advance.ts'
import { agreed, findProduct } from './begin.ts'
import { paidBefore } from './fall_back.ts'
import { issue } from './issue.ts'
import { lockPerson, paysFirst } from './standing.ts'
import { termsOf } from './terms.ts'

/**
 * Changes a membership to another product today; the day of the change belongs to the new one. What is left of the paid
 * period is credited by days, and the new product is charged: for the same days where both are of a month or of a year,
 * else a new period begins today. A discount was that of the old product. One that is not paid, or whose person pays first, opens again on payment.
 *
 * @throws {AppError} not_possible where it is not paid, is the same, or is in another currency
 */
export async function changeSubscription(trx: Trx, sub: Sub, product_id: number, by: By): Promise<void> {
  const plan = await planChange(trx, sub, product_id, by.today)
  // Before it is credited, which settles it, too.
  const is_paid = await isPaid(trx, sub.invoice_id)
  if (sub.user_id !== null) await lockPerson(trx, sub.user_id)
  const pays_first =
    sub.opening === 'on_payment' || (sub.user_id !== null && (await paysFirst(trx, sub.organisation_id, sub.user_id)))
  if (sub.renewal_invoice_id !== null) {
    await voidInvoice(trx, sub.renewal_invoice_id, { reason: 'The membership was changed', user_id: by.user_id })
  }
  await unmarkCharged(trx, sub)
  const { product, prices, effective_on, period_began_on, period_ends_on, next_invoice_on, anchor_day, period_amount } =
    plan
  if (prices.credit > 0 && sub.invoice_id !== null) {
    const left = `${sub.product_name}: unused ${dateText(effective_on)} to ${dateText(sub.period_ends_on!)}`
    await creditPart(trx, sub, { amount: prices.credit, description: left, by })
  }
  for (const one of await peopleOf(trx, sub.id)) {
    if (one.invoice_id !== null) await creditRest(trx, sub, one, by)
  }
  await trx
    .updateTable('subscription')
    .set({
      ...agreed(product),
      ...noDiscount,
      unit_amount: plan.unit_amount,
      members_amount: plan.members_amount,
      opening: pays_first ? 'on_payment' : product.opening,
      period_began_on,
      period_ends_on,
      next_invoice_on,
      anchor_day,
      cancel_at_end: false,
      period_amount,
      pause_days: period_began_on === sub.period_began_on ? sub.pause_days : 0,
      accepted_amount: null,
      paid_before: null,
      ...noRenewal,
    })
    .where('id', '=', sub.id)
    .execute()
  await coverPeople(trx, sub.id)
  await leaveChanges(trx, sub.id, product_id)
  await concernNewcomer(trx, sub.id)
  if (sub.state === 'trial') return
  const credited = plan.rests.reduce((sum, rest) => sum + rest, prices.credit)
  const before = paidBefore(sub, credited, effective_on)
  const was_paid = credited > 0 ? is_paid : isBrought(sub, by.today)
  const invoice =
    prices.charge === 0
      ? null
      : await issue(trx, sub.id, {
          begins_on: effective_on,
          ends_on: period_ends_on,
          today: by.today,
          amount: prices.charge,
          ...(plan.part && { part: plan.part }),
          key: `change ${effective_on} ${product_id}`,
        })
  await trx
    .updateTable('subscription')
    .set({
      invoice_id: invoice?.id ?? sub.invoice_id,
      pay_by: invoice?.due_on ?? null,
      ...(invoice && was_paid && { paid_before: sql<never>`${JSON.stringify(before)}::jsonb` }),
    })
    .where('id', '=', sub.id)
    .execute()
}

/** Whether it was paid in the books before. */
const isBrought = ({ brought_until, invoice_id }: Sub, today: string) =>
  invoice_id === null && brought_until !== null && brought_until >= today

/** Whether nothing of the present period is owed. */
async function isPaid(trx: Trx, invoice_id: number | null): Promise<boolean> {
  if (invoice_id === null) return true
  const { state } = await trx
    .selectFrom('invoice')
    .select('state')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return state === 'paid'
}

/** What a change would cost; nothing is written. */
export async function planChange(db: Db, sub: Sub, product_id: number, today: string) {
  if (sub.state !== 'trial' && sub.state !== 'active') {
    throw new AppError('not_possible', `This membership is ${sub.state === 'grace' ? 'not paid yet' : sub.state}.`)
  }
  if (pausedOn(sub, today)) throw new AppError('not_possible', 'This membership is paused: please end the pause first.')
  if (product_id === sub.product_id) throw new AppError('not_possible', 'This is the product it has.', 'product_id')
  const product = await findProduct(db, sub.organisation_id, product_id)
  if (product.currency !== sub.currency) {
    throw new AppError('not_possible', `${product.name} is in ${product.currency}.`, 'product_id')
  }
  await checkRenewal(db, sub)
  const people = await peopleOf(db, sub.id)
  checkHolds(product, people.length + 1)
  const members_amount = priceOfMembers(product, people.length + 1)
  const unit_amount = product.unit_amount + members_amount
  const digits = await digitsOf(db, sub.currency)
  const common = { product, effective_on: today, digits, unit_amount, members_amount }
  if (sub.state === 'trial') {
    const { period_began_on, period_ends_on, next_invoice_on, anchor_day } = sub
    const prices = { credit: 0, charge: 0 }
    return {
      ...common,
      prices,
      rests: [] as number[],
      period_began_on,
      period_ends_on,
      next_invoice_on,
      anchor_day,
      period_amount: null,
      part: null,
      ...amountsOf(sub, product, { ...prices, rests: [] }, digits),
    }
  }
  const { left, whole } =
    sub.period_ends_on === null
      ? { left: 0, whole: 0 }
      : boughtDays({ ...sub, period_ends_on: sub.period_ends_on }, today)
  const terms = termsOf(product)
  const keeps_period =
    product.period === sub.period && product.period !== 'none' && terms.year_begins === sub.year_begins
  const { period_began_on, period_ends_on, anchor_day } = sub
  const period: PeriodOf = keeps_period
    ? {
        ...partOf(terms, period_began_on, period_ends_on),
        begins_on: period_began_on,
        ends_on: period_ends_on,
        anchor_day,
      }
    : periodFrom(terms, today)
  const cost = costOf(unit_amount, period)
  // Who has joined since the period began was charged apart.
  const rests = people.filter(({ invoice_id }) => invoice_id !== null).map((one) => restOf(sub, one, today))
  const prices = {
    credit: whole === 0 ? 0 : shareOf(await chargedFor(db, sub), left, whole),
    charge: keeps_period ? shareOf(unit_amount, left * period.part, whole * period.of) : cost,
  }
  return {
    ...common,
    prices,
    rests,
    period_began_on: period.begins_on,
    period_ends_on: period.ends_on,
    next_invoice_on: nextInvoiceOn(period.ends_on, product.period),
    anchor_day: period.anchor_day,
    period_amount: cost === unit_amount ? null : cost,
    part: keeps_period ? null : period,
    ...amountsOf(sub, product, { ...prices, rests }, digits),
  }
}

/** The amount that proration shares out: what the period costs, or 0 if the period has no invoice or a voided one. */
async function chargedFor(db: Db, sub: Sub): Promise<number> {
  if (sub.invoice_id === null) return 0
  const { state } = await db
    .selectFrom('invoice')
    .select('state')
    .where('id', '=', sub.invoice_id)
    .executeTakeFirstOrThrow()
  return state === 'void' ? 0 : (sub.period_amount ?? sub.unit_amount)
}

/** @throws {AppError} not_possible where the next period is paid already */
async function checkRenewal(db: Db, sub: Sub): Promise<void> {
  if (sub.renewal_invoice_id === null) return
  const { paid } = await db
    .selectFrom('invoice')
    .select('paid')
    .where('id', '=', sub.renewal_invoice_id)
    .executeTakeFirstOrThrow()
  if (paid === 0) return
  throw new AppError(
    'not_possible',
    `The next period is paid already: it can be changed from ${dateText(addDays(sub.period_ends_on!, 1))}.`,
  )
}

function amountsOf(sub: Sub, product: Product, prices: Prices, digits: number) {
  const of = (amount: number, { amounts_are, tax_rate }: Taxed): LineAmounts => {
    const { net, tax, gross } = compute(amounts_are, digits, [
      { unit_price: toMajor(amount, digits), tax_rate: tax_rate ?? '0' },
    ])
    return { net, tax, gross }
  }
  const charge = of(prices.charge, product)
  const credit = prices.rests
    .map((rest) => of(rest, sub))
    .reduce(
      (sum, one) => ({ net: sum.net + one.net, tax: sum.tax + one.tax, gross: sum.gross + one.gross }),
      of(prices.credit, sub),
    )
  const due = { net: charge.net - credit.net, tax: charge.tax - credit.tax, gross: charge.gross - credit.gross }
  return { credit, charge, due }
}

/** @throws {AppError} not_possible for a product that is for fewer people */
function checkHolds({ name, members_most }: Product, count: number): void {
  if (count <= members_most) return
  const reason = `${name} is for ${members_most === 1 ? 'one person' : `${members_most} people`}; ${count} have this membership.`
  throw new AppError('not_possible', reason, 'product_id')
}

/** `rests`: of people who were charged apart. */
type Prices = { credit: number; charge: number; rests: number[] }
type Product = Awaited<ReturnType<typeof findProduct>>
type Taxed = { amounts_are: Sub['amounts_are']; tax_rate: string | null }

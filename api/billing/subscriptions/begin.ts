import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isMember } from '../../crud/belonging.ts'
import { AppError } from '../../http/errors.ts'
import { contactOf } from '../books/contact.ts'
import { findDiscount } from '../discounts/find_discount.ts'
import { discountTerms, offLine } from '../discounts/terms.ts'
import { addDays, dayOfMonth, leadOf } from '../money/days.ts'
import { costWith, discountOf } from '../money/discounts.ts'
import { type PeriodOf, periodFrom } from '../money/years.ts'
import { concernNewcomer } from '../prices/concerned.ts'
import { checkShown } from './first.ts'
import { issue } from './issue.ts'
import { linkPeople } from './link_people.ts'
import { lockPerson, paysFirst } from './standing.ts'
import { termsOf } from './terms.ts'

/**
 * Begins a membership today: with a trial where the product has one, else with its first invoice. While the person has a
 * live one of the product, that is the answer. One who pays first has neither a trial nor a membership that opens at once.
 *
 * @param wish.opening instead of the product's, whatever the person has not paid; also for a live one
 * @param wish.trial without it: a trial where the product has one
 * @param wish.discount_code what it takes off is copied to the membership
 * @param wish.first_gross what the person was shown to pay first
 * @throws {AppError} not_found for a foreign product, person or code, not_possible for one that is not sold, a second trial
 * or a code that is not for it, conflict where the price is another than was shown
 */
export async function begin(trx: Trx, wish: Wish): Promise<{ id: number; created: boolean }> {
  const { organisation_id, user_id, product_id, today } = wish
  await lockPerson(trx, user_id)
  // What was imported for the person is theirs: they do not buy it twice.
  await linkPeople(trx, { organisation_id, user_id })
  if (!(await isMember(trx, organisation_id, user_id))) {
    throw new AppError('not_found', 'There is no such person.', 'user_id')
  }
  const product = await findProduct(trx, organisation_id, product_id)
  const live = await trx
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', user_id)
    .where('product_id', '=', product_id)
    .where('state', 'in', ['trial', 'active', 'grace'])
    .executeTakeFirst()
  if (live) {
    if (wish.opening) {
      await trx.updateTable('subscription').set({ opening: wish.opening }).where('id', '=', live.id).execute()
    }
    return { id: live.id, created: false }
  }
  const pays_first = wish.opening === undefined && (await paysFirst(trx, organisation_id, user_id))
  const opening = pays_first ? 'on_payment' : (wish.opening ?? product.opening)
  const trial = await takesTrial(trx, product, wish, pays_first)
  const { discount_code: code } = wish
  const found = code ? await findDiscount(trx, { organisation_id, code, product, user_id, today, locks: true }) : null
  const terms = discountTerms(found)
  const discount = discountOf(terms, true)
  await checkShown(trx, product, { trial, today, discount }, wish.first_gross)
  const first = periodFrom(termsOf(product), today)
  const cost = costWith(product.unit_amount, first, discount)
  const period_amount = trial || cost.cost === product.unit_amount ? null : cost.cost
  const id = await insert(trx, product, { ...wish, ...terms, opening, period_amount }, trial ? null : first)
  if (!trial) {
    const { ends_on } = first
    const off = offLine({ ...terms, product_name: product.name }, cost)
    const invoice = await issue(trx, id, { begins_on: today, ends_on, today, amount: cost.full, part: first, ...off })
    await trx
      .updateTable('subscription')
      .set({ invoice_id: invoice?.id ?? null, pay_by: invoice?.due_on ?? null })
      .where('id', '=', id)
      .execute()
  }
  await concernNewcomer(trx, id)
  return { id, created: true }
}

/** @throws {AppError} not_found, or not_possible where it is not sold */
export async function findProduct(trx: Db, organisation_id: number, id: number) {
  const product = await trx
    .selectFrom('product as p')
    .leftJoin('tax_rate as t', 't.id', 'p.tax_rate_id')
    .selectAll('p')
    .select(['t.code as tax_code', 't.name as tax_name', 't.rate as tax_rate'])
    .where('p.id', '=', id)
    .where('p.organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!product) throw new AppError('not_found', 'There is no such product.', 'product_id')
  if (!product.active) throw new AppError('not_possible', `${product.name} is not sold any more.`, 'product_id')
  if (product.kind !== 'membership') {
    throw new AppError('not_possible', `${product.name} is an item of invoices, not a membership.`, 'product_id')
  }
  return product
}

/** What a subscription copies of its product. */
export const agreed = (product: Product) => ({
  product_id: product.id,
  product_code: product.code,
  product_name: product.name,
  ...termsOf(product),
  grace_days: product.grace_days,
  unit_amount: product.unit_amount,
  members_most: product.members_most,
  second_amount: product.second_amount,
  further_amount: product.further_amount,
  members_amount: 0,
  instalments: product.instalments,
  instalment_every: product.instalment_every,
  currency: product.currency,
  amounts_are: product.amounts_are,
  tax_code: product.tax_code ?? '',
  tax_name: product.tax_name ?? '',
  tax_rate: product.tax_rate ?? '0',
  account_code: product.account_code,
  opens: sql<never>`${`{${product.opens.join(',')}}`}::text[]`,
})

async function takesTrial(trx: Trx, product: Product, { user_id, trial }: Wish, pays_first: boolean): Promise<boolean> {
  if (trial === true && product.trial_days === 0) {
    throw new AppError('not_possible', `${product.name} has no trial.`, 'trial')
  }
  if (product.trial_days === 0 || trial === false) return false
  if (pays_first) {
    if (!trial) return false
    throw new AppError('not_possible', 'Something is not paid: a trial is not possible.', 'trial')
  }
  const had = await trx
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', user_id)
    .where('trial_product_id', '=', product.id)
    .limit(1)
    .executeTakeFirst()
  if (!had) return true
  throw new AppError('not_possible', `The trial of ${product.name} has been used: subscribe without it.`, 'trial')
}

async function insert(trx: Trx, product: Product, wish: Begun, first: PeriodOf | null) {
  const { organisation_id, user_id, opening, today, period_amount } = wish
  const { discount_code_id, discount_code, discount_percent, discount_amount, discount_every } = wish
  const trial = first === null
  const period_ends_on = first ? first.ends_on : addDays(today, product.trial_days - 1)
  const lead = trial ? 0 : leadOf(product.period)
  const { id } = await trx
    .insertInto('subscription')
    .values({
      ...agreed(product),
      organisation_id,
      user_id,
      contact_id: await contactOf(trx, organisation_id, user_id),
      state: trial ? 'trial' : 'active',
      had_trial: trial,
      anchor_day: first?.anchor_day ?? dayOfMonth(today),
      accepted_amount: wish.by_person ? product.unit_amount : null,
      period_amount,
      discount_code_id,
      discount_code,
      discount_percent,
      discount_amount,
      discount_every,
      opening,
      trial_product_id: trial ? product.id : null,
      began_on: today,
      period_began_on: today,
      period_ends_on,
      next_invoice_on: period_ends_on === null ? null : addDays(period_ends_on, -lead),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Begun = Omit<Wish, 'discount_code'> &
  ReturnType<typeof discountTerms> & { opening: Opening; period_amount: number | null }
type Opening = 'at_once' | 'on_payment'
type Product = Awaited<ReturnType<typeof findProduct>>
export type Wish = {
  organisation_id: number
  user_id: number
  product_id: number
  trial?: boolean | undefined
  opening?: Opening | undefined
  /** The person subscribes, who was shown the price: not others for them. */
  by_person?: boolean
  discount_code?: string | undefined
  first_gross?: number | undefined
  today: string
}

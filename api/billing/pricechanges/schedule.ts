import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Product } from '#db/tables/billing/product.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { addDays, type Renewed } from '../money/days.ts'
import { aYear, raised } from '../money/prices.ts'
import { type Concerned, concernedBy, isInvoiced, pays, writeConcerned } from '../prices/concerned.ts'

/** How far ahead a price may be changed. */
const MOST_YEARS = 3

/**
 * What new prices of products would mean: whom they concern, and the difference in a year. Nothing is written.
 *
 * @throws {AppError} bad_request that names the field, not_found for a foreign product, not_possible where a product has
 * no price that renews or a change is scheduled for it already
 */
export async function planPrices(db: Db, wish: PriceWish): Promise<Planned[]> {
  checkWish(wish)
  const planned: Planned[] = []
  for (const product_id of [...wish.product_ids].sort((a, b) => a - b)) {
    const product = await productOf(db, wish.organisation_id, product_id)
    const new_amount = newAmount(product, wish)
    if (new_amount === product.unit_amount) {
      throw new AppError('not_possible', `This is the price of ${product.name}.`, 'product_ids')
    }
    const { period } = product
    const { organisation_id, currency, amounts_are } = product
    const found = await concernedBy(db, { organisation_id, product_id, currency, amounts_are, period })
    const members = found.filter(pays({ new_amount }))
    const keepsNext = (sub: Concerned) => isInvoiced(sub) && sub.period_ends_on! >= addDays(wish.effective_on, -1)
    planned.push({
      product,
      period,
      new_amount,
      members,
      difference_a_year: members.reduce((sum, one) => sum + aYear(new_amount - one.unit_amount, period), 0),
      // Their next period begins in time, but is invoiced at the old price.
      invoiced_count: members.filter(keepsNext).length,
      other_terms_count: found.filter(({ has_terms }) => !has_terms).length,
    })
  }
  return planned
}

/** Schedules what was planned. @returns the ids of the changes */
export async function schedulePrices(trx: Trx, wish: PriceWish, created_by_user_id: number): Promise<number[]> {
  // In the order of ids: two who schedule at once do not wait for each other in a circle.
  await sql`select 1 from product where organisation_id = ${wish.organisation_id}
    and id in (${sql.join(wish.product_ids)}) order by id for update`.execute(trx)
  const ids: number[] = []
  for (const { product, period, new_amount, members } of await planPrices(trx, wish)) {
    const { organisation_id, currency, amounts_are, unit_amount } = product
    const change = await trx
      .insertInto('price_change')
      .values({
        organisation_id,
        product_id: product.id,
        old_amount: unit_amount,
        new_amount,
        currency,
        amounts_are,
        period,
        effective_on: wish.effective_on,
        created_by_user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeConcerned(trx, change, members)
    ids.push(change.id)
  }
  return ids
}

function checkWish({ unit_amount, percent, effective_on, today }: PriceWish): void {
  if ((unit_amount === undefined) === (percent === undefined)) {
    throw wrong('unit_amount', 'please give either the new price or the per cent.')
  }
  if (effective_on <= today) throw wrong('effective_on', 'must be after today.')
  if (effective_on > `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`) {
    throw wrong('effective_on', `must be within ${MOST_YEARS} years.`)
  }
}

function newAmount(product: Priced, { unit_amount, percent = '0', round_to = '0.01' }: PriceWish): number {
  if (unit_amount !== undefined) return unit_amount
  const amount = raised(product.unit_amount, percent, { round_to, digits: product.digits })
  if (amount !== null) return amount
  throw wrong('percent', `the price of ${product.name} would be negative or too large.`)
}

async function productOf(db: Db, organisation_id: number, id: number): Promise<Priced> {
  const product = await db
    .selectFrom('product as p')
    .innerJoin('currency as c', 'c.code', 'p.currency')
    .leftJoin('price_change as x', (join) =>
      join.onRef('x.product_id', '=', 'p.id').on('x.applied_at', 'is', null).on('x.cancelled_at', 'is', null),
    )
    .selectAll('p')
    .select(['c.digits', 'x.id as scheduled'])
    .where('p.id', '=', id)
    .where('p.organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!product) throw new AppError('not_found', 'There is no such product.', 'product_ids')
  const { period } = product
  if (period === 'none') {
    throw new AppError('not_possible', `${product.name} does not renew: please change its price there.`, 'product_ids')
  }
  if (product.scheduled === null) return { ...product, period }
  const reason = `A new price of ${product.name} is scheduled already: please cancel that first.`
  throw new AppError('not_possible', reason, 'product_ids')
}

type Priced = RowOf<typeof Product> & { digits: number; period: Renewed }
export type Planned = {
  product: Priced
  period: Renewed
  new_amount: number
  members: Concerned[]
  difference_a_year: number
  invoiced_count: number
  other_terms_count: number
}
/** Amounts in minor units; `percent` and `round_to` as of `raised`. */
export type PriceWish = {
  organisation_id: number
  product_ids: number[]
  unit_amount?: number | undefined
  percent?: string | undefined
  round_to?: string | undefined
  effective_on: string
  today: string
}

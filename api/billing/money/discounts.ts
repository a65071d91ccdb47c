import { raised } from './prices.ts'
import { costOf, type Part } from './years.ts'

/**
 * What a period costs with a discount: the price of a whole period less the discount, rounded once, and of that the part
 * that the period is, as of any price. A fixed discount is at most the price. Pure.
 *
 * @param price of a whole period, in minor units
 * @returns `full` without the discount, `off` what it takes off, `cost` what is left
 * @example
 * costWith(12_000, { part: 243, of: 365, unit: 'days' }, { percent: '25', amount: null })
 * // { full: 7989, off: 1997, cost: 5992 }
 */
export function costWith(price: number, part: Part, discount: Discount | null): Cost {
  const full = costOf(price, part)
  const cost = discount === null ? full : costOf(priceWith(price, discount), part)
  return { full, off: full - cost, cost }
}

/** The price of a whole period. */
export function priceWith(price: number, { percent, amount }: Discount): number {
  if (percent === null) return Math.max(0, price - amount)
  return raised(price, `-${percent}`, { round_to: '0', digits: 0 })!
}

/**
 * What a membership has off its next period.
 *
 * @param is_first whether nothing was charged for a period of it before
 */
export function discountOf(sub: Discounted, is_first: boolean): Discount | null {
  return is_first || sub.discount_every ? toDiscount(sub.discount_percent, sub.discount_amount) : null
}

/** @param amount of minor units, where it is not per cent */
export function toDiscount(percent: string | null, amount: number | null): Discount | null {
  if (percent !== null) return { percent, amount: null }
  return amount === null ? null : { percent: null, amount }
}

/** What a membership has copied of a code. */
export type Discounted = { discount_percent: string | null; discount_amount: number | null; discount_every: boolean }
/** Per cent as decimal text, or minor units off a whole period. */
export type Discount = { percent: string; amount: null } | { percent: null; amount: number }
export type Cost = { full: number; off: number; cost: number }

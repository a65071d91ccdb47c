import { addDays, addMonths, dayOfMonth, monthsOf } from './days.ts'

/**
 * Instalments of an invoice: their days and amounts, and what of each is open. Pure; it imports nothing but days, and the
 * web client uses it, too.
 */

/** The most parts of one invoice. */
export const MOST_INSTALMENTS = 12

/**
 * Splits a total into parts that add up to it to the cent: what cannot be shared out is in the first. No part is due on
 * the 29th, 30th or 31st, which not every month has: on the first of the next month instead.
 *
 * @param of.before parts are due before that day; there are fewer where not all fit, but one at least
 * @example
 * planInstalments({ total: 10_000, count: 3, every: 'month', first_on: '2027-01-31' })
 * // 33.34 on 1 February, 33.33 on 1 March and 1 April
 */
export function planInstalments({ total, count, every, first_on, before = null }: Plan): Part[] {
  const first = clearOfMonthEnd(first_on)
  const days = Array.from({ length: Math.max(1, Math.min(count, total)) }, (_, i) =>
    addMonths(first, monthsOf[every] * i, dayOfMonth(first)),
  ).filter((day, i) => i === 0 || before === null || day < before)
  const each = Math.floor(total / days.length)
  return days.map((due_on, i) => ({ due_on, amount: i === 0 ? total - each * (days.length - 1) : each }))
}

/**
 * What of each part is open: payments settle the part that is due first, and what was credited or written off makes the
 * last ones less, so that who leaves pays what was used on the days that were agreed.
 *
 * @param amounts of the parts, in their order
 */
export function openParts(amounts: number[], { paid, reduced }: Settled): number[] {
  const left = take(amounts.toReversed(), reduced).toReversed()
  return take(left, paid)
}

/** Takes an amount off the first ones. */
function take(amounts: number[], amount: number): number[] {
  let rest = amount
  return amounts.map((each) => {
    const taken = Math.max(0, Math.min(each, rest))
    rest -= taken
    return each - taken
  })
}

function clearOfMonthEnd(day: string): string {
  let clear = day
  while (dayOfMonth(clear) > 28) clear = addDays(clear, 1)
  return clear
}

type Plan = { total: number; count: number; every: 'month' | 'quarter'; first_on: string; before?: string | null }
/** `reduced` is what was credited or written off. */
type Settled = { paid: number; reduced: number }
export type Part = { due_on: string; amount: number }

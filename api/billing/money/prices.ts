import Big from 'big.js'
import { monthsOf, type Renewed } from './days.ts'
import { LARGEST } from './document.ts'

/**
 * A price that is raised (or lowered) by per cent, rounded once to a step, half away from zero.
 *
 * @param amount in minor units
 * @param percent signed, as decimal text: "5.5", "-10"
 * @param round_to the step in major units, as decimal text: "0.05"; at least the minor unit
 * @param digits the places of the currency's minor unit
 * @returns minor units from 0 to the largest amount; null beyond it
 * @example
 * raised(10_000, '3.5', { round_to: '0.5', digits: 2 }) // 10350
 */
export function raised(
  amount: number,
  percent: string,
  { round_to, digits }: { round_to: string; digits: number },
): number | null {
  const step = new Big(round_to).times(`1e${digits}`).round(0, Big.roundHalfUp)
  const size = step.lt(1) ? new Big(1) : step
  const exact = new Big(amount).times(new Big(percent).plus(100)).times('1e-2')
  // Of numbers with finite places, so that the quotient is near a half only if it is one: 20 places decide that.
  const rounded = exact.div(size).round(0, Big.roundHalfUp).times(size)
  return rounded.lt(0) || rounded.gt(LARGEST) ? null : Number(rounded.toString())
}

/** What a difference of price is in a year. */
export const aYear = (difference: number, period: Renewed): number => (difference * 12) / monthsOf[period]

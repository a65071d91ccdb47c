import type { Day, Rule, Standard } from './types.ts'

/** Hundredths as an integer, of a decimal number of at most two places. */
export function hundredths(amount: number): number {
  return Math.round(amount * 100)
}

/** The decimal number of hundredths. */
export function decimal(amount: number): number {
  return amount / 100
}

/** Rounds hundredths half up to a standard's step, which is also in hundredths. */
export function roundTo(amount: number, step: number): number {
  // Rounded first, because a quotient such as 1/3 of a sum may lie just below the half it stands for.
  return Math.floor(Math.round((amount * 1e6) / step) / 1e6 + 0.5) * step
}

/** The step to which sums of a rule are rounded, in hundredths: items are whole. */
export function stepOf({ kind, unit }: Pick<Rule, 'kind' | 'unit'>, { rounding }: Pick<Standard, 'rounding'>): number {
  return countsItems({ kind, unit }) ? 100 : hundredths(rounding)
}

/** Whether a rule counts activities or tags instead of summing hours or credits. */
export function countsItems({ kind, unit }: Pick<Rule, 'kind' | 'unit'>): boolean {
  return unit === 'items' || ['count_min', 'presence', 'one_of', 'distinct_min', 'level_min'].includes(kind)
}

/** `12.5 h`, `1 credit`, `3`, of hundredths. */
export function amountText(amount: number, unit: Rule['unit']): string {
  const number = String(decimal(amount))
  if (unit === 'items' || !unit) return number
  return unit === 'hours' ? `${number} h` : `${number} ${amount === 100 ? unit.slice(0, -1) : unit}`
}

/** `6 h are in no category and do not count.`, of hundredths. */
export function withoutCategory(hours: number): string {
  return `${amountText(hours, 'hours')} ${hours === 100 ? 'is in no category and does' : 'are in no category and do'} not count.`
}

/** `6 h are in categories that do not count in the cycle: Audit, Peer review.`, of hundredths. */
export function notCounted(hours: number, categories: string[]): string {
  const where = categories.length === 1 ? 'a category that does' : 'categories that do'
  const shown = categories.length > 5 ? [...categories.slice(0, 5), '…'] : categories
  return `${amountText(hours, 'hours')} ${hours === 100 ? 'is' : 'are'} in ${where} not count in the cycle: ${shown.join(', ')}.`
}

/** `5 March 2026`. */
export function dayText(day: Day): string {
  return `${monthDayText(day.slice(5))} ${day.slice(0, 4)}`
}

/** `5 March`, of `03-05`. */
export function monthDayText(month_day: string): string {
  return `${Number(month_day.slice(3))} ${months[Number(month_day.slice(0, 2)) - 1]}`
}

const months = 'January February March April May June July August September October November December'.split(' ')

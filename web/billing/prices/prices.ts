import { addDays, addMonths } from '#api/billing/money/days.ts'

/** Days of notice that a new price begins with: as long before its end as a year is invoiced. */
const NOTICE = 31

/** The day from which a new price is proposed: the first of a month, after the notice. @param days instead: after N days */
export function firstDay(today: string, days?: number): string {
  if (days !== undefined) return addDays(today, days)
  return addMonths(addDays(today, NOTICE), 1, 1)
}

/** Turns a typed percentage, such as `+5,5 %`, into that of the API, `5.5`. @returns null if it is not a number */
export function percentOf(typed: string): string | null {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.').replace(/^\+/, '').replace('−', '-')
  return /^-?\d{1,4}(\.\d{1,4})?$/.test(text) && Number(text) !== 0 ? text : null
}

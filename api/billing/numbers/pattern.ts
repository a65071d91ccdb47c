import type { Static } from 'typebox'
import type { BillingConfig } from '#db/tables/billing/billing_config.ts'
import type { DocumentKind } from '#db/tables/billing/values.ts'

/**
 * The year whose numbers a document of a day has; 0 where numbers do not begin again. A financial year is named by the
 * year in which it begins.
 *
 * @example
 * seriesOf({ numbers_begin: 'financial_year', financial_year_month: '04' }, '2027-03-31') // 2026
 */
export const seriesOf = (rules: YearRules, day: string): number =>
  rules.numbers_begin === 'once' ? 0 : yearsOf(rules, day).begins

/**
 * A number as it is printed. Without a width it has as many figures as it needs, and never fewer than that.
 *
 * @example
 * printNumber('INV-{year}/{end_year:2}-{number:4}', 7, rules, '2026-12-01') // INV-2026/27-0007
 */
export function printNumber(pattern: string, number: number, rules: YearRules, day: string): string {
  const { begins, ends } = yearsOf(rules, day)
  const values: Record<string, number> = { number, year: begins, end_year: ends }
  return pattern.replace(PLACEHOLDER, (_all, name: string, width?: string) => {
    const text = String(values[name])
    if (name === 'number') return text.padStart(Number(width ?? 1), '0')
    return width ? text.slice(-2) : text
  })
}

/** Whether numbers that begin again each year differ from those of other years. */
export const namesYear = (pattern: string): boolean => /\{(end_)?year/.test(pattern)

/** The first and the last calendar year of the year that a day is in. */
function yearsOf({ numbers_begin, financial_year_month: month }: YearRules, day: string) {
  const year = Number(day.slice(0, 4))
  if (numbers_begin !== 'financial_year' || month === '01') return { begins: year, ends: year }
  return day.slice(5, 7) < month ? { begins: year - 1, ends: year } : { begins: year, ends: year + 1 }
}

const PLACEHOLDER = /\{(number|year|end_year)(?::(\d))?\}/g

export type YearRules = Pick<
  { [Name in keyof typeof BillingConfig.columns]: Static<(typeof BillingConfig.columns)[Name]> },
  'numbers_begin' | 'financial_year_month'
>
export type Kind = Static<typeof DocumentKind>

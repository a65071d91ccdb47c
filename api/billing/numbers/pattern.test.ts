import { expect, it } from 'vitest'
import { printNumber, seriesOf } from './pattern.ts'

const once = { numbers_begin: 'once', financial_year_month: '04' } as const
const calendar = { numbers_begin: 'calendar_year', financial_year_month: '04' } as const
const financial = { numbers_begin: 'financial_year', financial_year_month: '04' } as const

it.each([
  [once, '2026-12-31', 0],
  [calendar, '2026-12-31', 2026],
  [calendar, '2027-01-01', 2027],
  [financial, '2027-03-31', 2026],
  [financial, '2027-04-01', 2027],
  [{ ...financial, financial_year_month: '01' as const }, '2027-01-01', 2027],
])('%o on %s numbers in the series %i', (rules, day, series) => {
  expect(seriesOf(rules, day)).toBe(series)
})

it.each([
  ['INV-{number:4}', 7, once, 'INV-0007'],
  ['INV-{number:4}', 12_345, once, 'INV-12345'],
  ['{number}', 7, once, '7'],
  ['INV-{year}-{number:4}', 7, calendar, 'INV-2027-0007'],
  ['{year:2}{number:6}', 7, calendar, '27000007'],
  ['INV-{year}/{end_year:2}-{number:4}', 7, financial, 'INV-2026/27-0007'],
  ['FY{end_year}.{number}', 7, financial, 'FY2027.7'],
  ['FY{end_year}.{number}', 7, calendar, 'FY2027.7'],
])('%s prints %i', (pattern, number, rules, printed) => {
  expect(printNumber(pattern, number, rules, '2027-02-28')).toBe(printed)
})

import { expect, it } from 'vitest'
import { addDays, addMonths, daysBetween, endOf, nextBegin, nextInvoiceOn } from './days.ts'

it('a period that began on the 31st ends before the last day of a short month, and returns to the 31st', () => {
  const begins = ['2027-01-31']
  for (let i = 0; i < 4; i++) begins.push(nextBegin(begins.at(-1)!, 'month', 31))
  expect(begins).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  expect(nextBegin('2028-01-31', 'month', 31)).toBe('2028-02-29')
  expect(endOf('2027-01-31', 'month', 31)).toBe('2027-02-27')
})

it('a year from 29 February begins on the 28th, and on the 29th in leap years', () => {
  const begins = ['2028-02-29']
  for (let i = 0; i < 4; i++) begins.push(nextBegin(begins.at(-1)!, 'year', 29))
  expect(begins).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  expect(endOf('2028-02-29', 'year', 29)).toBe('2029-02-27')
})

it('a quarter is three months from its anchor day', () => {
  const begins = ['2026-11-30']
  for (let i = 0; i < 4; i++) begins.push(nextBegin(begins.at(-1)!, 'quarter', 30))
  expect(begins).toEqual(['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30'])
  expect([endOf('2026-11-30', 'quarter', 30), nextInvoiceOn('2027-02-27', 'quarter')]).toEqual([
    '2027-02-27',
    '2027-02-13',
  ])
})

it('counts days over changes of the clock', () => {
  expect([daysBetween('2026-04-04', '2026-04-06'), daysBetween('2026-09-26', '2026-09-28')]).toEqual([2, 2])
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29'])
  expect(addMonths('2026-11-30', 3, 30)).toBe('2027-02-28')
})

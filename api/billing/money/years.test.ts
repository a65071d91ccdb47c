import { describe, expect, it } from 'vitest'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import { addDays } from './days.ts'
import { costOf, partOf, periodFrom, type Terms } from './years.ts'

const terms = (year_begins: string, first_year: Terms['first_year'] = 'day', early_months = 0): Terms => ({
  period: 'year',
  year_begins,
  first_year,
  early_months,
})
const said = (of: Terms, day: string) => {
  const { ends_on, part, of: all } = periodFrom(of, day)
  return `${ends_on} ${part}/${all}`
}

it.each([
  // Joined on, year begins, rule, months that count for the next year.
  ['2026-08-01', terms('04-01'), '2027-03-31 243/365', 7989],
  ['2026-04-01', terms('04-01'), '2027-03-31 1/1', 12_000],
  ['2026-03-31', terms('04-01'), '2026-03-31 1/365', 33],
  ['2027-04-02', terms('04-01'), '2028-03-31 365/366', 11_967],
  ['2028-02-29', terms('04-01'), '2028-03-31 32/366', 1049],
  ['2026-12-31', terms('01-01'), '2026-12-31 1/365', 33],
  ['2026-08-31', terms('04-01', 'month'), '2027-03-31 8/12', 8000],
  ['2026-08-01', terms('04-01', 'month'), '2027-03-31 8/12', 8000],
  ['2027-03-31', terms('04-01', 'month'), '2027-03-31 1/12', 1000],
  ['2026-04-02', terms('04-01', 'month'), '2027-03-31 12/12', 12_000],
  ['2026-08-14', terms('03-15', 'month'), '2027-03-14 8/12', 8000],
  ['2026-08-15', terms('03-15', 'month'), '2027-03-14 7/12', 7000],
  ['2026-08-01', terms('04-01', 'full'), '2027-03-31 1/1', 12_000],
  // The 31st: months begin on the last day of shorter ones.
  ['2026-09-29', terms('08-31', 'month'), '2027-08-30 12/12', 12_000],
  ['2026-09-30', terms('08-31', 'month'), '2027-08-30 11/12', 11_000],
  // 29 February is the 28th in other years.
  ['2027-02-27', terms('02-29'), '2027-02-27 1/365', 33],
  ['2027-02-28', terms('02-29'), '2028-02-28 1/1', 12_000],
  ['2028-02-28', terms('02-29'), '2028-02-28 1/366', 33],
  ['2028-02-29', terms('02-29'), '2029-02-27 1/1', 12_000],
  ['2027-01-31', terms('04-01', 'day', 2), '2027-03-31 60/365', 1973],
  ['2027-02-01', terms('04-01', 'day', 2), '2028-03-31 1/1', 12_000],
  ['2027-04-01', terms('04-01', 'day', 11), '2028-03-31 1/1', 12_000],
  ['2027-04-30', terms('04-01', 'day', 11), '2028-03-31 337/366', 11_049],
])('who joins on %s', (day, of, expected, cents) => {
  expect(said(of, day)).toBe(expected)
  expect(costOf(12_000, periodFrom(of, day))).toBe(cents)
})

it('the years that follow are whole and begin on the same day', () => {
  for (const begins of ['04-01', '02-29', '12-31', '01-01', '08-31']) {
    let { ends_on } = periodFrom(terms(begins), '2026-08-17')
    for (let i = 0; i < 8; i++) {
      const next = periodFrom(terms(begins), addDays(ends_on!, 1))
      expect([next.begins_on.slice(0, 7).slice(5), next.part]).toEqual([begins.slice(0, 2), next.of])
      ends_on = next.ends_on
    }
  }
})

it('without a common year a period begins on its anchor day, and costs all', () => {
  const own = { year_begins: null, first_year: 'day', early_months: 3 } as const
  expect(periodFrom({ ...own, period: 'year' }, '2026-08-01')).toMatchObject({ ends_on: '2027-07-31', part: 1, of: 1 })
  expect(periodFrom({ ...own, period: 'month' }, '2027-02-28', 31)).toMatchObject({ ends_on: '2027-03-30' })
  expect(periodFrom({ ...own, period: 'none' }, '2027-02-28').ends_on).toBe(null)
  // A year of its own that was agreed before there was a common one.
  expect(partOf(terms('04-01'), '2026-08-01', '2027-07-31').part).toBe(1)
})

describe('against another way to count', () => {
  const random = makeRandom(20_270_610)
  const below = (n: number) => Math.floor(random() * n)

  /** A day at a time, by the calendar of Date. */
  function reference(begins: string, day: string) {
    const isBegin = (one: string) => {
      const date = new Date(`${one}T00:00:00Z`)
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
      const [month, wanted] = begins.split('-').map(Number) as [number, number]
      return date.getUTCMonth() + 1 === month && date.getUTCDate() === Math.min(wanted, last)
    }
    let end = addDays(day, 1)
    let start = day
    while (!isBegin(end)) end = addDays(end, 1)
    while (!isBegin(start)) start = addDays(start, -1)
    const days = (from: string) => {
      let count = 0
      for (let one = from; one !== end; one = addDays(one, 1)) count++
      return count
    }
    return { ends_on: addDays(end, -1), part: days(day), of: days(start) }
  }

  it('2000 random days, years and prices', () => {
    for (let i = 0; i < 2000; i++) {
      const month = 1 + below(12)
      const most = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
      const begins = [month, 1 + below(most)].map((part) => String(part).padStart(2, '0')).join('-')
      const day = addDays('2023-01-01', below(3000))
      const expected = reference(begins, day)
      const got = periodFrom(terms(begins), day)
      const label = `${day} of years from ${begins}`
      expect(got.ends_on, label).toBe(expected.ends_on)
      expect(got.part * expected.of, label).toBe(expected.part * got.of)
      // Rounded half up, in integers.
      const cents = below(10_000_000)
      const { part, of } = expected
      const exact = (2n * BigInt(cents) * BigInt(part) + BigInt(of)) / (2n * BigInt(of))
      expect(costOf(cents, got), label).toBe(Number(exact))
    }
  })
})

import { describe, expect, it } from 'vitest'
import { addMonths, lengthOf, spanOf } from './days.ts'
import { cycleMismatch, firstDay, monthsOf, periodAt, periodOf, periodsOf, recordsOf, yearsOf } from './periods.ts'

const year = { name: 'Standard', year_starts: '01-01', cycle_months: 12 }
const personal = { ...year, year_starts: 'personal' }
const cycle = { start: '2026-01-01', end: '2026-12-31' }

describe('days', () => {
  it.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
  ])('%s and %d months is %s', (day, months, result) => {
    expect(addMonths(day, months)).toBe(result)
  })

  it.each([
    ['2026-01-01', 0],
    ['2026-12-31', 0],
    ['2025-12-31', -1],
    ['2027-01-01', 1],
    ['2020-06-01', -6],
  ])('%s is in year %d from 1 January 2026', (day, span) => {
    expect(spanOf(day, '2026-01-01', 12)).toBe(span)
  })

  it('does not depend on the time of day or on summer time', () => {
    expect(lengthOf({ start: '2026-03-01', end: '2026-04-30' })).toBe(61)
  })
})

describe('the period of a person', () => {
  it('is the cycle for years that all share', () => {
    expect(periodOf(year, { ...cycle, registered_from: '2026-05-05' })).toEqual(cycle)
  })

  it.each([
    ['2020-05-05', '2026-05-05', '2027-05-04'],
    ['2024-02-29', '2026-02-28', '2027-02-27'],
    ['2026-09-09', '2026-09-09', '2027-09-08'],
    ['2020-01-01', '2026-01-01', '2026-12-31'],
  ])('registered on %s, is from %s to %s', (registered_from, start, end) => {
    expect(periodOf(personal, { ...cycle, registered_from })).toEqual({ start, end })
  })

  it('is the year with 29 February again in a leap year', () => {
    const leap = { start: '2028-01-01', end: '2028-12-31', registered_from: '2024-02-29' }
    expect(periodOf(personal, leap)).toEqual({ start: '2028-02-29', end: '2029-02-27' })
    expect(yearsOf({ start: '2027-02-28', end: '2028-02-28' })).toHaveLength(1)
  })

  it('has no gap and no overlap from year to year', () => {
    const periods = [2024, 2025, 2026, 2027, 2028, 2029].map((at) =>
      periodOf(personal, { start: `${at}-01-01`, end: `${at}-12-31`, registered_from: '2024-02-29' }),
    )
    expect(periods.slice(1).map(({ start }) => start)).toEqual(
      periods.slice(0, -1).map(({ end }) => new Date(Date.parse(end) + 86_400_000).toISOString().slice(0, 10)),
    )
  })
})

describe('the first day', () => {
  const july = { ...year, year_starts: '07-01', first_period: 'next_year' as const }
  const cutoff = { ...year, first_period: 'cutoff' as const, first_period_cutoff: '06-30' }
  it.each([
    [july, '2026-07-01', '2026-07-01'],
    [july, '2026-07-02', '2027-07-01'],
    [july, '2026-06-30', '2026-07-01'],
    [cutoff, '2026-06-30', '2026-01-01'],
    [cutoff, '2026-07-01', '2027-01-01'],
    [cutoff, '2026-01-01', '2026-01-01'],
    [year, '2026-07-02', '2026-07-02'],
  ])('%j %s is %s', (standard, registered, first) => {
    expect(firstDay(standard, registered)).toBe(first)
  })
})

describe('the period of a day', () => {
  it.each([
    [year, '2026-12-31', null, '2026-01-01', '2026-12-31'],
    [{ ...year, year_starts: '06-01' }, '2026-05-31', null, '2025-06-01', '2026-05-31'],
    [{ ...year, cycle_months: 36, cycle_anchor: '2023-01-01' }, '2026-05-31', null, '2026-01-01', '2028-12-31'],
    [personal, '2027-02-27', '2024-02-29', '2026-02-28', '2027-02-27'],
    [personal, '2027-02-28', '2024-02-29', '2027-02-28', '2028-02-28'],
    [
      { ...year, cycle_months: 36, first_period: 'next_year' as const },
      '2026-05-31',
      '2021-05-05',
      '2025-01-01',
      '2027-12-31',
    ],
  ])('of %j, %s of a person registered %s, is %s to %s', (standard, day, registered, start, end) => {
    expect(periodAt(standard, day, registered)).toEqual({ start, end })
  })
})

describe('windows', () => {
  it('end with the period, or with each of its years', () => {
    const five = { start: '2026-01-01', end: '2030-12-31' }
    expect(periodsOf({ per: 'rolling', window_months: 36 }, cycle)).toEqual([
      { start: '2024-01-01', end: '2026-12-31' },
    ])
    expect(periodsOf({ per: 'rolling', window_months: 24 }, five).map(({ start }) => start)).toEqual([
      '2026-01-01',
      '2027-01-01',
      '2028-01-01',
      '2029-01-01',
    ])
    expect(periodsOf({ per: 'year' }, five)).toHaveLength(5)
  })

  it('has months that begin on the day of the first', () => {
    expect(monthsOf({ start: '2026-01-31', end: '2026-04-29' }).map(({ start }) => start)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
  })
})

it('needs the records of the period and of the windows before it', () => {
  const rule = { id: 1, position: 1, amount: 1, kind: 'sum_min' as const }
  const rolling = { ...rule, per: 'rolling' as const, window_months: 36 }
  expect(recordsOf({ ...year, rules: [{ ...rule, per: 'year' }] }, cycle)).toEqual(cycle)
  expect(recordsOf({ ...year, rules: [rolling] }, cycle).start).toBe('2024-01-01')
  expect(recordsOf({ ...year, rules: [rolling, { ...rolling, kind: 'sum_max' }] }, cycle).start).toBe('2021-01-01')
  expect(recordsOf({ ...personal, rules: [] }, { ...cycle, registered_from: '2020-05-05' })).toEqual({
    start: '2026-05-05',
    end: '2027-05-04',
  })
})

it('says why a cycle does not fit a standard', () => {
  expect(cycleMismatch(year, cycle)).toBeNull()
  expect(cycleMismatch(year, { start: '2026-01-01', end: '2026-11-30' })).toBe('Standard has cycles of 12 months.')
  expect(cycleMismatch(year, { start: '2026-02-01', end: '2027-01-31' })).toBe(
    'Standard has years that begin on 1 January.',
  )
  expect(cycleMismatch(personal, { start: '2026-02-01', end: '2027-01-31' })).toBeNull()
})

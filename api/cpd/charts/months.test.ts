import { expect, it } from 'vitest'
import { hoursByMonth } from './months.ts'

const did = (completed_on: string, hours_hundredths: number) => ({ completed_on, hours_hundredths })

it('sums hours by month, over the turn of a year, with months in which nothing was done', () => {
  const done = [did('2026-11-30', 125), did('2027-01-01', 50), did('2026-11-01', 10)]
  expect(hoursByMonth({ start: '2026-11-15', end: '2027-02-14' }, done)).toEqual([
    { month: '2026-11-01', hours: 1.35 },
    { month: '2026-12-01', hours: 0 },
    { month: '2027-01-01', hours: 0.5 },
    { month: '2027-02-01', hours: 0 },
  ])
})

it('has one month where a period is within it', () => {
  expect(hoursByMonth({ start: '2026-02-28', end: '2026-02-28' }, [])).toEqual([{ month: '2026-02-01', hours: 0 }])
})

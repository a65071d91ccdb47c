import { expect, it } from 'vitest'
import { daysOf, mondayOf } from './usePlanned.ts'

it.each([
  ['2026-11-30', '2026-11-30'],
  ['2026-12-06', '2026-11-30'],
  ['2028-03-01', '2028-02-28'],
])('the week of %s begins on %s', (day, monday) => expect(mondayOf(day)).toBe(monday))

it('a week has seven days, also over the end of a month', () => {
  expect(daysOf('2028-02-28')).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
    '2028-03-02',
    '2028-03-03',
    '2028-03-04',
    '2028-03-05',
  ])
})

import { expect, it } from 'vitest'
import { firstDay, percentOf } from './prices.ts'

it('proposes the first of a month after more than thirty days', () => {
  expect([firstDay('2027-01-31'), firstDay('2027-11-30'), firstDay('2028-01-01')]).toEqual([
    '2027-04-01',
    '2028-01-01',
    '2028-03-01',
  ])
})

it.each([
  ['5', '5'],
  ['+2,5 %', '2.5'],
  ['−10', '-10'],
  ['0', null],
  ['', null],
  ['1e3', null],
  ['5.00001', null],
])('%s is %s', (typed, expected) => {
  expect(percentOf(typed)).toBe(expected)
})

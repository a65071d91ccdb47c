import fc from 'fast-check'
import { expect, it } from 'vitest'
import { costWith, type Discount, priceWith } from './discounts.ts'
import { computeDocument, LARGEST, toMajor } from './document.ts'
import type { Part } from './years.ts'

const whole: Part = { part: 1, of: 1, unit: null }
const days = (part: number, of: number): Part => ({ part, of, unit: 'days' })
const percent = (text: string): Discount => ({ percent: text, amount: null })
const amount = (of: number): Discount => ({ percent: null, amount: of })

it.each<[string, number, Part, Discount | null, [full: number, off: number, cost: number]]>([
  ['nothing off', 12_000, whole, null, [12_000, 0, 12_000]],
  ['20 %', 12_000, whole, percent('20'), [12_000, 2400, 9600]],
  ['a third, rounded once', 1000, whole, percent('33.3333'), [1000, 333, 667]],
  ['half a cent is the member’s to pay', 101, whole, percent('50'), [101, 50, 51]],
  ['all of it', 12_000, whole, percent('100'), [12_000, 12_000, 0]],
  ['an amount', 12_000, whole, amount(1500), [12_000, 1500, 10_500]],
  ['an amount above the price', 1000, whole, amount(1500), [1000, 1000, 0]],
  ['of a free membership', 0, whole, amount(1500), [0, 0, 0]],
  ['25 % of a part of the year', 12_000, days(243, 365), percent('25'), [7989, 1997, 5992]],
  ['an amount of a part of the year, in part', 12_000, days(73, 365), amount(1000), [2400, 200, 2200]],
  ['more than the price of a part', 12_000, days(1, 365), amount(20_000), [33, 33, 0]],
])('%s', (_name, price, part, discount, [full, off, cost]) => {
  expect(costWith(price, part, discount)).toEqual({ full, off, cost })
})

it('is between nothing and the price, adds up, and makes an invoice that is never below zero', () => {
  const discount = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map((n) => percent(toMajor(n, 4))),
    fc.integer({ min: 1, max: LARGEST }).map(amount),
  )
  const part = fc.integer({ min: 1, max: 366 }).chain((of) => fc.integer({ min: 1, max: of }).map((n) => days(n, of)))
  const price = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 10_000_000 }))
  const amounts_are = fc.constantFrom('exclusive' as const, 'inclusive' as const, 'no_tax' as const)
  fc.assert(
    fc.property(price, part, discount, amounts_are, (of, share, taken, mode) => {
      const { full, off, cost } = costWith(of, share, taken)
      expect([full - off, off >= 0, cost >= 0]).toEqual([cost, true, true])
      expect(priceWith(of, taken)).toBeLessThanOrEqual(of)
      const lines = [full, -off].map((line) => ({ unit_price: toMajor(line, 2), tax_rate: '15' }))
      const { net, tax, gross } = computeDocument({ amounts_are: mode, digits: 2, lines })
      expect(Math.min(net, tax, gross)).toBeGreaterThanOrEqual(0)
      expect(mode === 'inclusive' ? gross : net).toBe(cost)
    }),
    { numRuns: Number(process.env.MONEY_ROUNDS ?? 300) },
  )
})

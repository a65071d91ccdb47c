import { expect, it } from 'vitest'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import { aYear, raised } from './prices.ts'

it.each([
  [10_000, '3.5', '0.01', 2, 10_350],
  [9_990, '5', '0.5', 2, 10_500],
  [9_990, '5', '1', 2, 10_500],
  [1_010, '2.5', '0.01', 2, 1_035],
  [100, '0.5', '0.01', 2, 101],
  [12_345, '-10', '0.05', 2, 11_110],
  [1_250, '4', '0.01', 0, 1_300],
  [1_250, '4', '50', 0, 1_300],
  [1_250, '4', '0.005', 3, 1_300],
  [1_000, '-100', '0.01', 2, 0],
  [1_000, '-100.01', '0.01', 2, 0],
])('%s by %s %% to %s with %s places is %s', (amount, percent, round_to, digits, expected) => {
  expect(raised(amount, percent, { round_to, digits })).toBe(expected)
})

it('is nothing below zero and beyond the largest amount', () => {
  expect(raised(1_000, '-200', { round_to: '0.01', digits: 2 })).toBeNull()
  expect(raised(1_000_000_000_000, '1', { round_to: '0.01', digits: 2 })).toBeNull()
})

it('agrees with integers of any size', () => {
  const random = makeRandom(20_270_504)
  const below = (n: number) => Math.floor(random() * n)
  for (let i = 0; i < 20_000; i++) {
    const [amount, hundredths, step] = [below(10_000_000), below(30_000) - 10_000, [1, 5, 10, 50, 100, 500][below(6)]!]
    const numerator = BigInt(amount) * BigInt(10_000 + hundredths)
    const denominator = 10_000n * BigInt(step)
    // Half away from zero: nothing here is negative.
    const expected = Number(((2n * numerator + denominator) / (2n * denominator)) * BigInt(step))
    const percent = (hundredths / 100).toFixed(2)
    expect(raised(amount, percent, { round_to: (step / 100).toFixed(2), digits: 2 }), `${amount} ${percent}`).toBe(
      expected,
    )
  }
})

it('of a month is twelve a year', () => {
  expect([aYear(-50, 'month'), aYear(50, 'year')]).toEqual([-600, 50])
})

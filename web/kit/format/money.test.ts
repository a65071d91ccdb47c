import { expect, test } from 'vitest'
import { toMajor, toMinor, toMoney } from './money.ts'

test.each([
  [1250, 'NZD', 12.5],
  [-5, 'NZD', -0.05],
  [1250, 'JPY', 1250],
  [1250, 'KWD', 1.25],
])('%d minor units of %s are %d', (minor, currency, major) => {
  expect(toMajor(minor, currency)).toBe(major)
  expect(toMinor(major, currency)).toBe(minor)
})

test.each([
  [1.005 * 100, 'NZD', 10050],
  [0.1 + 0.2, 'NZD', 30],
  [19.99, 'NZD', 1999],
])('%d in %s is rounded to %d minor units', (major, currency, minor) => expect(toMinor(major, currency)).toBe(minor))

test.each([
  [123_450, 'NZD', '$1,234.50'],
  [-5, 'NZD', '-$0.05'],
  [1250, 'JPY', 'JP¥1,250'],
  [1250, 'BHD', 'BHD 1.250'],
  [9_007_199_254_740_991, 'NZD', '$90,071,992,547,409.91'],
])('%d minor units of %s are shown as %s', (minor, currency, shown) => {
  // Intl separates a currency's code by a space that does not break.
  expect(toMoney(minor, currency).replace(/\s/g, ' ')).toBe(shown)
})

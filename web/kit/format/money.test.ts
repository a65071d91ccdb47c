import { expect, test } from 'vitest'
import { toMajor, toMinor } from './money.ts'

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

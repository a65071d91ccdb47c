import { expect, it } from 'vitest'
import { clockOffset_s } from './clock.ts'

const at = (s: number) => Date.UTC(2026, 0, 1) + s * 1000
const offset = (theirs_s: number, answered_s = 1) =>
  clockOffset_s(new Date(at(theirs_s)).toISOString(), { asked_ms: at(0), answered_ms: at(answered_s) })

it.each([
  ['agrees', 0.5, 1, 0],
  ['answers after half a minute', 0, 30, 0],
  ['answers after half a minute, at its end', 30, 30, 0],
  ['is three hours ahead', 3 * 3600 + 1, 1, 3 * 3600],
  ['is three hours behind', -3 * 3600, 1, -3 * 3600],
  ['is three hours ahead and slow', 3 * 3600 + 30, 30, 3 * 3600],
])('a lender that %s', (_what, theirs_s, answered_s, expected) => {
  expect(offset(theirs_s, answered_s)).toBe(expected)
})

it('counts as right without a time, and is refused days from here', () => {
  expect(clockOffset_s(undefined, { asked_ms: at(0), answered_ms: at(1) })).toBe(0)
  expect(() => offset(30 * 3600)).toThrow('30 hours apart')
  expect(() => offset(-30 * 3600)).toThrow('30 hours apart')
})

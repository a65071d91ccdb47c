import { expect, it } from 'vitest'
import { uniqueNow } from './entry.ts'

it('gives reports without a time unique times of the clock', () => {
  const now = Date.now() + 1_000_000
  expect(uniqueNow(now)).toBe(now)
  expect(uniqueNow(now)).toBe(now + 0.001)
  expect(uniqueNow(now - 5)).toBe(now + 0.002)
  expect(uniqueNow(now + 1)).toBe(now + 1)
})

it('follows a clock that was set back', () => {
  const ahead = Date.now() + 2_000_000
  uniqueNow(ahead)
  expect(uniqueNow(ahead - 3_600_000)).toBe(ahead - 3_600_000)
  expect(uniqueNow(ahead - 3_600_000)).toBe(ahead - 3_600_000 + 0.001)
})

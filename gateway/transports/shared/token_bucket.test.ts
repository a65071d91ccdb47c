import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TokenBucket } from './token_bucket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('lets a burst through, and then limits the rate', () => {
  const pace = new TokenBucket(100, 50)
  expect(pace.take(50)).toBe(0)
  expect(pace.take(10)).toBe(100)
  expect(pace.take(10)).toBe(200)
  vi.advanceTimersByTime(200)
  expect(pace.take(1)).toBe(10)
  vi.advanceTimersByTime(60_000)
  expect(pace.take(50)).toBe(0)
  expect(pace.take(1)).toBe(10)
})

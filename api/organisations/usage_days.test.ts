import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { lastDays } from './usage_days.ts'

test('the last days end with today, and one may be an hour shorter', () => {
  const now = DateTime.fromISO('2026-09-28T01:00:00Z')
  const days = lastDays(3, 'Pacific/Auckland', now)
  expect(days.map(({ day }) => day)).toEqual(['2026-09-26', '2026-09-27', '2026-09-28'])
  expect(days.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 3600_000)).toEqual([24, 23, 24])
  expect(days[0]!.from).toBe('2026-09-25T12:00:00.000Z')
})

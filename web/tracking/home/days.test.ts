import { expect, test } from 'vitest'
import { countByDay, lastDays } from './days.ts'

const days = lastDays('2026-09-28', 3, 'Pacific/Auckland')

test('the last days end with today, and one may be an hour shorter', () => {
  expect(days.map(({ day }) => day)).toEqual(['2026-09-26', '2026-09-27', '2026-09-28'])
  expect(days.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 3600_000)).toEqual([24, 23, 24])
})

test('each moment counts on its local day', () => {
  const moments = ['2026-09-26T11:59:59Z', '2026-09-26T12:00:00Z', '2026-09-27T10:59:59Z', '2026-09-25T00:00:00Z']
  expect(countByDay(moments, days).map(({ count }) => count)).toEqual([1, 2, 0])
})

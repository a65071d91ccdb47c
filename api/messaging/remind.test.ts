import { expect, it } from 'vitest'
import { nextTime } from './remind.ts'

const timezone = 'Pacific/Auckland'

it.each([
  ['never', '2026-11-20T20:00:00Z', '2026-11-20T20:00:01Z', null],
  ['daily', '2026-11-20T20:00:00Z', '2026-11-20T20:00:01Z', '2026-11-21T20:00:00.000Z'],
  ['weekly', '2026-11-20T20:00:00Z', '2026-11-20T20:00:00Z', '2026-11-27T20:00:00.000Z'],
  ['monthly, at the end of the month', '2026-12-30T20:00:00Z', '2026-12-30T20:00:01Z', '2027-01-30T20:00:00.000Z'],
  ['yearly', '2026-11-20T20:00:00Z', '2026-11-20T20:00:01Z', '2027-11-20T20:00:00.000Z'],
  // 09:00 local time stays 09:00 across daylight saving changes.
  ['daily, over the change of the clocks', '2026-09-25T21:00:00Z', '2026-09-25T21:00:01Z', '2026-09-26T20:00:00.000Z'],
  ['daily, after a week without a server', '2026-11-20T20:00:00Z', '2026-11-27T21:00:00Z', '2026-11-28T20:00:00.000Z'],
] as const)('%s', (name, next_at, now, next) => {
  const repeats = name.split(',')[0] as 'daily'
  expect(nextTime({ next_at, repeats, timezone }, new Date(now))).toBe(next)
})

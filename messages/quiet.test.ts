import { describe, expect, it } from 'vitest'
import { quietUntil } from './quiet.ts'

const night = { from: '22:00', to: '07:00', timezone: 'Pacific/Auckland' }
const small_hours = { ...night, from: '01:30', to: '02:30' }
const noon = { ...night, from: '12:00', to: '13:00' }

/** In New Zealand the clocks go forward at 02:00 on 27 September 2026, and back at 03:00 on 4 April 2027. */
const stories: [string, typeof night, string, string | null][] = [
  ['in the evening before midnight', night, '2026-11-20T10:30:00Z', '2026-11-20T18:00:00.000Z'],
  ['after midnight', night, '2026-11-20T13:00:00Z', '2026-11-20T18:00:00.000Z'],
  ['at the first minute', night, '2026-11-20T09:00:00Z', '2026-11-20T18:00:00.000Z'],
  ['a minute before', night, '2026-11-20T08:59:59Z', null],
  ['at the last minute', night, '2026-11-20T17:59:59Z', '2026-11-20T18:00:00.000Z'],
  ['when they are over', night, '2026-11-20T18:00:00Z', null],
  ['within a day', noon, '2026-11-19T23:30:00Z', '2026-11-20T00:00:00.000Z'],
  ['before them within a day', noon, '2026-11-19T22:30:00Z', null],
  ['in the night that is an hour short', night, '2026-09-26T10:30:00Z', '2026-09-26T18:00:00.000Z'],
  ['in that night after the jump', night, '2026-09-26T14:30:00Z', '2026-09-26T18:00:00.000Z'],
  ['in the evening before that night', night, '2026-09-26T09:30:00Z', null],
  ['in the evening after that night, by the new time', night, '2026-09-27T09:30:00Z', '2026-09-27T18:00:00.000Z'],
  ['in the night that is an hour long', night, '2027-04-03T10:00:00Z', '2027-04-03T19:00:00.000Z'],
  ['at half past six by the old time in that night', night, '2027-04-03T17:30:00Z', '2027-04-03T19:00:00.000Z'],
  ['when the end is jumped over', small_hours, '2026-09-26T13:45:00Z', '2026-09-26T14:30:00.000Z'],
  ['when the end comes twice, before the first', small_hours, '2027-04-03T13:15:00Z', '2027-04-03T13:30:00.000Z'],
  ['when the end comes twice, before the second', small_hours, '2027-04-03T14:10:00Z', '2027-04-03T14:30:00.000Z'],
]

describe('quiet hours', () => {
  it.each(stories)('%s', (_when, quiet, at, until) => {
    expect(quietUntil(quiet, new Date(at))?.toISOString() ?? null).toBe(until)
  })

  it('are none if one of the times is missing', () => {
    expect(quietUntil({ ...night, to: null }, new Date('2026-11-20T10:30:00Z'))).toBe(null)
  })
})

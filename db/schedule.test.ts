import { describe, expect, it } from 'vitest'
import { nextChange, scheduleApplies, scheduleFault } from './schedule.ts'

const timezone = 'Pacific/Auckland'
const every_day = [1, 2, 3, 4, 5, 6, 7]
const work = { timezone, weekly: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }] }
const nights = { timezone, weekly: [{ days: every_day, from: '22:00', to: '06:00' }] }
const sunday_night = { timezone, weekly: [{ days: [7], from: '22:00', to: '06:00' }] }
const small_hours = { timezone, weekly: [{ days: every_day, from: '02:15', to: '02:45' }] }
const sunday = { timezone, weekly: [{ days: [7], from: '00:00', to: '00:00' }] }

/** In New Zealand the clocks go forward at 02:00 on 27 September 2026, and back at 03:00 on 4 April 2027; both Sundays. */
const stories: [string, typeof work, string, boolean][] = [
  ['on a Monday at eight', work, '2026-11-22T19:00:00Z', true],
  ['a minute before', work, '2026-11-22T18:59:59Z', false],
  ['at five', work, '2026-11-23T04:00:00Z', false],
  ['on a Saturday', work, '2026-11-20T23:00:00Z', false],
  ['after midnight, of the day before', sunday_night, '2026-11-22T16:00:00Z', true],
  ['after midnight on that day itself', sunday_night, '2026-11-21T16:00:00Z', false],
  ['before the clocks go forward', nights, '2026-09-26T13:59:00Z', true],
  ['at six by the new time on that day', nights, '2026-09-26T17:00:00Z', false],
  ['at half past five by the new time on that day', nights, '2026-09-26T16:30:00Z', true],
  ['at six by the old time on the day the clocks go back', nights, '2027-04-03T17:00:00Z', true],
  ['at six by the new time on that day', nights, '2027-04-03T18:00:00Z', false],
  ['at half past two, a time that is skipped', small_hours, '2026-09-26T14:30:00Z', false],
  ['at half past two the first time', small_hours, '2027-04-03T13:30:00Z', true],
  ['at half past two the second time', small_hours, '2027-04-03T14:30:00Z', true],
  ['on a Sunday of 23 hours', sunday, '2026-09-27T10:59:59Z', true],
  ['after it', sunday, '2026-09-27T11:00:00Z', false],
  ['on a Sunday of 25 hours', sunday, '2027-04-04T11:59:59Z', true],
]

describe('a schedule', () => {
  it.each(stories)('%s', (_when, schedule, at, applies) => {
    expect(scheduleApplies(schedule, new Date(at))).toBe(applies)
  })

  it.each([
    ['begins', work, '2026-11-21T00:00:00Z', '2026-11-22T19:00:00.000Z'],
    ['ends', work, '2026-11-22T19:00:00Z', '2026-11-23T04:00:00.000Z'],
    ['ends by the new time when the clocks go forward', nights, '2026-09-26T13:00:00Z', '2026-09-26T17:00:00.000Z'],
    ['ends by the new time when they go back', nights, '2027-04-03T13:00:00Z', '2027-04-03T18:00:00.000Z'],
    ['skips the time that there is not', small_hours, '2026-09-26T13:59:00Z', '2026-09-27T13:15:00.000Z'],
    ['comes twice with the hour that does', small_hours, '2027-04-03T13:50:00Z', '2027-04-03T14:15:00.000Z'],
  ] as const)('%s', (_what, schedule, after, change) => {
    expect(nextChange(schedule, new Date(after))?.toISOString()).toBe(change)
  })

  it('never changes if it always applies', () => {
    const always = { timezone, weekly: [{ days: every_day, from: '00:00', to: '00:00' }] }
    expect(nextChange(always, new Date('2026-09-26T13:59:00Z'))).toBe(null)
  })

  it('needs an existing timezone', () => {
    expect(scheduleFault(work)).toBe(null)
    expect(scheduleFault({ ...work, timezone: 'Pacific/Atlantis' })).toMatch('there is not')
  })
})

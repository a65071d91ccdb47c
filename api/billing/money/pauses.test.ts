import { expect, it } from 'vitest'
import { addDays, daysBetween } from './days.ts'
import { boughtDays, endWith, latestEnd, nextPauseFrom, pauseDays } from './pauses.ts'

it('a pause moves the end by its days, or not', () => {
  const pause = { from: '2027-06-01', until: '2027-07-30' }
  expect(pauseDays(pause)).toBe(60)
  expect(endWith('2027-12-31', pause, true)).toBe('2028-02-29')
  expect(endWith('2027-12-31', pause, false)).toBe('2027-12-31')
  // What would end in the pause ends with it: nothing is renewed in between.
  expect(endWith('2027-06-30', pause, false)).toBe('2027-07-30')
  expect(endWith(null, pause, true)).toBeNull()
  expect([latestEnd('2027-01-31', 1), latestEnd('2028-02-29', 12)]).toEqual(['2027-02-27', '2029-02-27'])
  expect(nextPauseFrom('2028-02-29')).toBe('2029-02-28')
})

it('paused days are neither paid for nor given back: each bought day counts once, on any day', () => {
  let seed = 20_270_926
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % (most + 1)
  }
  for (let i = 0; i < 5000; i++) {
    const period_began_on = addDays('2026-01-01', random(900))
    const ends_on = addDays(period_began_on, random(400))
    const from = addDays(period_began_on, random(daysBetween(period_began_on, ends_on)))
    const until = addDays(from, random(370))
    const extended = random(1) === 0
    const period_ends_on = endWith(ends_on, { from, until }, extended)!
    const pause_days = daysBetween(ends_on, period_ends_on)
    const period = { period_began_on, period_ends_on, paused_from: from, paused_until: until, pause_days }
    const { whole } = boughtDays(period, period_began_on)
    expect(whole).toBe(daysBetween(period_began_on, ends_on) + 1)
    const day = addDays(period_began_on, random(daysBetween(period_began_on, period_ends_on)))
    const { left } = boughtDays(period, day)
    // Day by day: of those that make the period longer, the last of the pause.
    const free = new Set(Array.from({ length: pause_days }, (_, n) => addDays(until, -n)))
    let counted = 0
    for (let each = day; each <= period_ends_on; each = addDays(each, 1)) if (!free.has(each)) counted++
    expect([day, left]).toEqual([day, counted])
  }
})

import { describe, expect, it } from 'vitest'
import { daysOf, figuresOf, usualHours } from './figures.ts'

/** A stop on a day since Monday the 5th of January 1970, from an hour of it on. */
const stop = (tracker_id: number, day: number, hour: number, minutes: number) => {
  const local = (4 + day) * 86_400 + hour * 3600
  return { tracker_id, began: local - 12 * 3600, local, seconds: minutes * 60 }
}
const days = (count: number, of: (day: number) => ReturnType<typeof stop>) =>
  Array.from({ length: count }, (_, i) => of(i))
const workdays = (of: (day: number) => ReturnType<typeof stop>) => [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map(of)

describe('a guess', () => {
  it.each([
    ['home', days(14, (day) => stop(1, day, 18, 13 * 60))],
    ['depot', days(14, (day) => stop(day % 4, day, 17, 14 * 60))],
    // Two that stand there by night may live together.
    [null, days(14, (day) => stop(day % 2, day, 18, 13 * 60))],
    ['work', workdays((day) => stop(1, day, 8, 8 * 60))],
    ['customer', workdays((day) => stop(day % 5, day, 10, 22))],
    ['fuel', days(14, (day) => stop(day % 5, day, 7 + (day % 12), 6))],
    // At all hours and of all lengths.
    [null, days(24, (day) => stop(1, day, day, 20 + 20 * (day % 9)))],
    [null, days(14, (day) => stop(1, day, 20, 45))],
  ])('is %s', (guess, stops) => {
    expect(figuresOf(stops, 2).guess).toBe(guess)
  })
})

it('counts stops, trackers, weeks and days', () => {
  const stops = [stop(7, 0, 9, 10), stop(7, 0, 11, 20), stop(8, 1, 10, 60), stop(7, 7, 10, 30)]
  expect(daysOf(stops)).toBe(3)
  expect(figuresOf(stops, 2)).toMatchObject({
    stops: 4,
    tracker_ids: [7, 8],
    per_week: 2,
    median_s: 20 * 60,
    total_s: 120 * 60,
    first_at: stops[0]!.began,
    last_at: stops[3]!.began,
    hours: [9, 12],
    weekdays: [1, 2],
  })
})

it.each([
  ['one hour', [9, 9, 9, 9, 3], [9, 10]],
  ['over midnight', [22, 23, 0, 1, 23], [22, 1]],
  ['until midnight', [23, 23, 23, 22, 22], [22, 0]],
  ['no hours', Array.from({ length: 24 }, (_, i) => i), null],
])('usual hours are %s', (_, hours, usual) => {
  expect(usualHours(hours)).toEqual(usual)
})

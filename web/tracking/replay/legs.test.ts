import { expect, test } from 'vitest'
import type { Segment } from '../types.ts'
import { legsOf, totalOf } from './legs.ts'

const segment = (kind: Segment['kind'], minute: number, minutes: number, more: Partial<Segment> = {}) =>
  ({
    id: minute,
    kind,
    began_at: new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString(),
    duration_s: minutes * 60,
    distance_m: 0,
    top_speed: null,
    idle_s: 0,
    ...more,
  }) as Segment

const day = [
  segment('stop', 0, 30, { begin_position: { type: 'Point', coordinates: [174.7, -36.8] }, begin_place: 'Albany' }),
  segment('visit', 0, 40),
  segment('idle', 10, 8),
  segment('trip', 30, 15, { distance_m: 9000, top_speed: 22 }),
  segment('gap', 45, 60, { distance_m: 3000 }),
  segment('trip', 105, 5, { distance_m: 1000 }),
]

test('the replay has the trips, stops and gaps of the server, without what lies over them', () => {
  expect(legsOf(day).map(({ kind, from, to }) => [kind, (to - from) / 60_000])).toEqual([
    ['stop', 30],
    ['trip', 15],
    ['gap', 60],
    ['trip', 5],
  ])
  expect(legsOf(day)[0]).toMatchObject({ position: [174.7, -36.8], place: 'Albany' })
})

test('the sum is that of the trips; there is none without', () => {
  expect(totalOf(legsOf(day))).toEqual({ distance_m: 10_000, duration_s: 1200, top_speed: 22 })
  expect(totalOf(legsOf(day.slice(0, 3)))).toBeNull()
})

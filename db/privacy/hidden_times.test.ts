import { expect, it } from 'vitest'
import { HiddenTimes } from './hidden_times.ts'

const hidden = new HiddenTimes([
  { tracker_id: 1, from: 50, until: 60 },
  { tracker_id: 1, from: 10, until: 20 },
  // They overlap, as after trips have become one.
  { tracker_id: 1, from: 15, until: 30 },
  { tracker_id: 1, from: 16, until: 18 },
  { tracker_id: 3, from: 0, until: 5 },
])

it.each([
  [1, 9, false],
  [1, 10, true],
  [1, 19, true],
  [1, 30, true],
  [1, 31, false],
  [1, 49, false],
  [1, 60, true],
  [1, 61, false],
  [2, 15, false],
  [3, 5, true],
  [3, 6, false],
])('tracker %i at %i: %s', (tracker_id, at, is_hidden) => {
  expect(hidden.has(tracker_id, at)).toBe(is_hidden)
})

it('is found in files that may hold such times', () => {
  const isIn = (first_tracker_id: number, last_tracker_id: number, first_fix_at: number, last_fix_at: number) =>
    hidden.isWithin({ first_tracker_id, last_tracker_id, first_fix_at, last_fix_at })
  expect([isIn(1, 1, 31, 49), isIn(1, 1, 30, 49), isIn(2, 2, 0, 99), isIn(2, 9, 5, 9), isIn(2, 9, 6, 9)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  expect(new HiddenTimes().isEmpty).toBe(true)
})

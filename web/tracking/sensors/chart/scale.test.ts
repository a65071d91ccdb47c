import { expect, it } from 'vitest'
import { linesOf, timeTicks, valueAt, valueScale } from './scale.ts'

it.each([
  [
    [0, 41.3],
    [0, 20, 40, 60],
  ],
  [
    [-18.2, -16.9],
    [-18.5, -18, -17.5, -17, -16.5],
  ],
  [
    [5, 5],
    [4.5, 5, 5.5],
  ],
  [
    [0, 0],
    [0, 0.5, 1],
  ],
  [[], [0, 0.5, 1]],
])('values %j have the ticks %j', (values, ticks) => expect(valueScale(values).ticks).toEqual(ticks))

it('names whole hours and days of the time zone', () => {
  const from = Date.parse('2026-11-20T10:20:00Z')
  const offset = 13 * 3600_000
  const iso = (hours: number, most: number) => {
    const { ticks } = timeTicks(from, from + hours * 3600_000, most, offset)
    return ticks.map((at) => new Date(at).toISOString().slice(5, 16))
  }
  expect(iso(6, 6)).toEqual(['11-20T11:00', '11-20T12:00', '11-20T13:00', '11-20T14:00', '11-20T15:00', '11-20T16:00'])
  expect(iso(72, 4)).toEqual(['11-20T11:00', '11-21T11:00', '11-22T11:00'])
  expect(iso(24 * 366, 8).length).toBeLessThanOrEqual(8)
})

it('draws gaps as gaps, single points as dots, and states as steps', () => {
  const same = (value: number) => value
  expect(linesOf([[0, 1], [5, 2], [6, null], [9, 3]], same, same, false)).toBe('M0 1L5 2M9 3h0') // biome-ignore format: pairs
  expect(linesOf([[0, 0], [5, 1], [8, 1]], same, same, true)).toBe('M0 0L5 0L5 1L8 1L8 1') // biome-ignore format: pairs
  expect(linesOf([], same, same, false)).toBe('')
})

it('reads the value at a time', () => {
  const points = [
    [10, 1],
    [20, 2],
    [21, null],
    [40, 3],
  ] as const
  expect([5, 10, 19, 20, 30, 40, 99].map((at) => valueAt(points, at))).toEqual([null, 1, 1, 2, null, 3, 3])
})

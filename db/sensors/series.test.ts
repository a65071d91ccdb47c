import { expect, it } from 'vitest'
import { makeReader } from './calibrate.ts'
import { Series } from './series.ts'

const MINUTE = 60_000
const plain = { factor: 1, value_offset: 0, points: null, median_of: 1 }
const thinned = (values: [minute: number, value: number][], most = 100, sensor = plain, hours = 24) => {
  const toValue = makeReader(sensor)
  const series = new Series({ from: 0, until: hours * 60 * MINUTE, most })
  for (const [minute, value] of values) series.add(minute * MINUTE, toValue(value))
  const { points, ...facts } = series.finish()
  return { points: points.map(([at, value]) => [Math.round(at / MINUTE), value]), ...facts }
}

it('keeps few values as they are, calibrated', () => {
  expect(thinned([[0, 1], [20, 5], [40, 2]], 1000, { ...plain, factor: 2, value_offset: 1 })).toEqual({
    points: [[0, 3], [20, 11], [40, 5]],
    count: 3,
    minimum: 3,
    maximum: 11,
  }) // biome-ignore format: points are pairs
})

it('has no values of an empty period', () => {
  expect(thinned([])).toEqual({ points: [], count: 0, minimum: null, maximum: null })
})

it('keeps each peak of a year of reports within the number of points', () => {
  const year = Array.from({ length: 365 * 24 * 6 }, (_, i): [number, number] => [i * 10, i === 20_001 ? 900 : i % 7])
  const { points, count, maximum } = thinned(year, 600, plain, 365 * 24)
  expect(points.length).toBeLessThanOrEqual(602)
  expect([count, maximum]).toEqual([year.length, 900])
  expect(points).toContainEqual([200_010, 900])
  expect(points.every(([at], i) => i === 0 || at! > points[i - 1]![0]!)).toBe(true)
})

it('marks where values are missing for longer than usual', () => {
  const every = (from: number, to: number, step: number) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i): [number, number] => [from + i * step, 1])
  const gaps = (values: [number, number][]) => thinned(values, 5000).points.filter(([, value]) => value === null)
  expect(gaps([...every(0, 60, 1), ...every(240, 300, 1)])).toEqual([[60, null]])
  // An hour is usual for what reports each hour.
  expect(gaps(every(0, 600, 60))).toEqual([])
  expect(gaps([...every(0, 300, 60), ...every(1000, 1300, 60)])).toEqual([[300, null]])
})

it('takes the median of the last values', () => {
  const { points } = thinned([[0, 4], [10, 90], [20, 5], [30, 6]], 1000, { ...plain, median_of: 3 }) // biome-ignore format: pairs
  expect(points).toEqual([
    [0, 4],
    [10, 47],
    [20, 5],
    [30, 6],
  ])
})

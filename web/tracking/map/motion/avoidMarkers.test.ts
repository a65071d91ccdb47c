import { expect, test } from 'vitest'
import { avoidMarkers, radiusOf } from './avoidMarkers.ts'

const pixel = 1 / 2 ** 18
const at = { x: 0.98, y: 0.62 }
const radius = radiusOf(20)

/** A marker at an offset in pixels from the cluster, east and south. */
const marker = (x: number, y: number) => ({ x: at.x + x * pixel, y: at.y + y * pixel })
const moved = (markers: { x: number; y: number }[]) => {
  const { x, y } = avoidMarkers(at, radius, markers, pixel)
  return { x: (x - at.x) / pixel, y: (y - at.y) / pixel }
}

test('a cluster without markers above it stays', () => {
  expect(moved([])).toEqual({ x: 0, y: 0 })
  expect(moved([marker(60, 0), marker(0, -50)])).toEqual({ x: 0, y: 0 })
})

test.each([
  ['one beside its middle', [[5, 0]]],
  ['one exactly there', [[0, 0]]],
  [
    'two, one at either side',
    [
      [-8, 0],
      [9, 1],
    ],
  ],
  [
    'a few on one side',
    [
      [4, 4],
      [12, 8],
      [0, 14],
    ],
  ],
])('a cluster avoids %s', (_, places) => {
  const markers = places.map(([x, y]) => marker(x!, y!))
  const { x, y } = moved(markers)
  expect(Math.hypot(x, y)).toBeLessThan(45)
  for (const [mx, my] of places) expect(Math.hypot(x - mx!, y - my!)).toBeGreaterThan(radius + 10)
})

test('a cluster among many markers stays', () => {
  const dense = Array.from({ length: 25 }, (_, i) => marker((i % 5) * 12 - 24, Math.floor(i / 5) * 12 - 24))
  expect(moved(dense)).toEqual({ x: 0, y: 0 })
})

test('its radius grows with the count, within limits', () => {
  expect([1, 4, 10_000, 1e6].map((count) => Math.round(radiusOf(count)))).toEqual([14, 14, 26, 26])
  expect(radiusOf(100)).toBeGreaterThan(radiusOf(10))
})

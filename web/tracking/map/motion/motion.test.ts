import { describe, expect, test } from 'vitest'
import { Field, type MarkerStyle } from './field.ts'
import { fromMercator, metresBetween, shortestWay, toMercator } from './track.ts'

const style: MarkerStyle = [0, 0, 0, 0]

test.each([
  [0.1, 0.2, 0.1],
  [0.99, 0.01, 0.02],
  [0.01, 0.99, -0.02],
  [1.2, 0.3, 0.1],
])('the shortest difference from %d to %d is %d', (from, to, way) => expect(shortestWay(from, to)).toBeCloseTo(way))

test('Mercator and back', () => {
  const { x, y } = toMercator(174.76, -36.85)
  const back = fromMercator(x, y)
  expect(back.lon).toBeCloseTo(174.76)
  expect(back.lat).toBeCloseTo(-36.85)
})

test('a degree of latitude is 111 km in Auckland too', () => {
  const [a, b] = [toMercator(174, -36.5), toMercator(174, -37.5)]
  expect(metresBetween(0, a.y - b.y, toMercator(174, -37).y)).toBeCloseTo(111_320, -3)
})

describe('a marker', () => {
  const put = (field: Field, lon: number, lat: number, now: number, lasts = 1000) => {
    const { x, y } = toMercator(lon, lat)
    field.put(7, x, y, style, now, lasts)
  }
  const lonAt = (field: Field, now: number) => {
    const place = field.place(7, now)!
    return fromMercator(place.x, place.y).lon
  }

  test('moves from where it is drawn to where it was reported', () => {
    const field = new Field()
    put(field, 174.76, -36.85, 0)
    put(field, 174.77, -36.85, 0)
    expect(lonAt(field, 500)).toBeCloseTo(174.765)
    put(field, 174.76, -36.85, 500)
    expect(lonAt(field, 500)).toBeCloseTo(174.765)
    expect(lonAt(field, 9999)).toBeCloseTo(174.76)
  })

  test('crosses 180° the short way', () => {
    const field = new Field()
    put(field, 179.995, -44, 0)
    put(field, -179.995, -44, 0)
    expect(Math.abs(lonAt(field, 500))).toBeCloseTo(180)
  })

  test('jumps when it was reported more than 2 km away', () => {
    const field = new Field()
    put(field, 174.76, -36.85, 0)
    put(field, 174.86, -36.85, 0)
    expect(lonAt(field, 1)).toBeCloseTo(174.86)
  })

  test('is unchanged when another is removed, and is found at its position', () => {
    const field = new Field()
    for (let id = 0; id < 600; id++) field.put(id, id / 1000, 0.5, style, 0, 0)
    field.remove(3)
    expect(field.size).toBe(599)
    expect(field.place(3, 0)).toBeNull()
    expect(field.place(599, 0)).toEqual({ x: 0.599, y: 0.5 })
    expect(field.selectTracker(0.5991, 0.5, 0.0005, 0)).toBe(599)
    expect(field.selectTracker(0.003, 0.5, 0.0005, 0)).toBeNull()
  })
})

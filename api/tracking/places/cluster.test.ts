import { describe, expect, it } from 'vitest'
import { clusterStops } from './cluster.ts'
import { metresBetween, toGlobe, toSpace } from './globe.ts'

/** Stops some metres east and north of a position, in whichever copy of the world. */
function about(lon: number, lat: number, offsets: [number, number][]) {
  const [x, y, z] = toSpace({ lon, lat })
  const [a, b] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180]
  return offsets.map(([east, north]) =>
    toGlobe([
      x - east * Math.sin(a) - north * Math.sin(b) * Math.cos(a),
      y + east * Math.cos(a) - north * Math.sin(b) * Math.sin(a),
      z + north * Math.cos(b),
    ]),
  )
}

const cross: [number, number][] = [
  [0, 0],
  [30, 0],
  [-30, 0],
  [0, 30],
  [0, -30],
]
const line = (count: number, step: number) =>
  Array.from({ length: count }, (_, i): [number, number] => [(i - count / 2) * step, 0])

describe('stops that repeat', () => {
  it.each([
    ['in the middle latitudes', 174.76, -36.85],
    ['on the equator', 0, 0],
    ['across 180°', 180, -17],
    ['far in the north', 15.6, 78.2],
    ['at a pole', 0, 90],
    ['across 180° near a pole', 180, 89.9],
  ])('are one place of the same size %s', async (_, lon, lat) => {
    const [place, ...others] = await clusterStops(about(lon, lat, cross), 5)
    expect(others).toEqual([])
    expect(place!.stops).toHaveLength(5)
    expect(place!.radius_m).toBeCloseTo(30, 1)
    expect(metresBetween(toSpace(place!), toSpace({ lon, lat }))).toBeLessThan(0.1)
  })

  it('are two places where there is a gap, and none where they are few', async () => {
    const stops = [
      ...about(174.76, -36.85, cross),
      ...about(174.76, -36.85, [
        [150, 0],
        [160, 0],
        [150, 10],
        [160, 10],
        [155, 5],
        [155, 8],
      ]),
      ...about(175, -36.85, [
        [0, 0],
        [5, 5],
      ]),
    ]
    const places = await clusterStops(stops, 5)
    expect(places.map((place) => place.stops.length)).toEqual([6, 5])
  })

  it('are one large place where they are as dense all over, as in a yard', async () => {
    const yard = Array.from({ length: 400 }, (_, i): [number, number] => [
      (i % 20) * 15 - 142,
      Math.floor(i / 20) * 15 - 142,
    ])
    const [place, ...others] = await clusterStops(about(174.76, -36.85, yard), 5)
    expect(place!.stops.length).toBeGreaterThan(380)
    expect(place!.radius_m).toBeLessThanOrEqual(300)
    expect(others.length).toBeLessThanOrEqual(4)
  })

  it('have a radius of at most 300 m, also along a road', async () => {
    const places = await clusterStops(about(174.76, -36.85, line(400, 10)), 5)
    for (const { radius_m } of places) expect(radius_m).toBeLessThanOrEqual(300)
    expect(places.reduce((sum, { stops }) => sum + stops.length, 0)).toBeGreaterThan(380)
  })

  it('may all be at one point, or nowhere', async () => {
    expect(await clusterStops([], 5)).toEqual([])
    const [place] = await clusterStops(
      Array.from({ length: 9 }, () => ({ lon: 1, lat: 2 })),
      5,
    )
    expect(place).toMatchObject({ radius_m: expect.closeTo(0, 3), stops: { length: 9 } })
  })
})

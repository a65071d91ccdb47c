import { describe, expect, it } from 'vitest'
import { bearing, distance } from './distance.ts'
import { describePlace, type PlaceWords, placeOf } from './place.ts'
import { towns } from './towns.ts'

const english: PlaceWords = ({ distance, direction, town }) => `${distance} ${direction} of ${town}`
const place = (lon: number, lat: number, units: 'metric' | 'imperial' | 'nautical' = 'metric') =>
  describePlace(placeOf({ lon, lat }), units, english)

describe('the place of a position', () => {
  it.each([
    ['in a town', 174.763, -36.848, 'Auckland'],
    ['north of one', 174.7633, -36.79, /^\d km [NESW]+ of /],
    ['at sea', 170, -40, /^\d+ km [NSEW]+ of /],
  ])('%s', (_, lon, lat, text) => {
    expect(place(lon, lat)).toMatch(text)
  })

  it('has a distance and a direction from the nearest town, in the units of the reader', () => {
    const [name, lon, lat] = towns.find(([town]) => town === 'Alice Springs')!
    const north = lat + 20_000 / 111_195
    expect(place(lon, north)).toBe(`20 km N of ${name}`)
    expect(place(lon, north, 'imperial')).toBe(`12 mi N of ${name}`)
    expect(place(lon, north, 'nautical')).toBe(`11 nmi N of ${name}`)
  })

  it.each([
    [0, 'N'],
    [45, 'NE'],
    [90, 'E'],
    [135, 'SE'],
    [180, 'S'],
    [225, 'SW'],
    [270, 'W'],
    [315, 'NW'],
    [359, 'N'],
  ])('at %d degrees is %s of the town', (degrees, direction) => {
    const [name, lon, lat] = towns.find(([town]) => town === 'Alice Springs')!
    const far = 0.2
    const angle = (degrees * Math.PI) / 180
    const east = (far * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180)
    expect(placeOf({ lon: lon + east, lat: lat + far * Math.cos(angle) })).toMatchObject({ town: name, direction })
  })

  it('is found across 180°, from both sides and as maps give longitudes', () => {
    const [east, west, past] = [
      placeOf({ lon: 179.99, lat: -17 }),
      placeOf({ lon: -179.99, lat: -17 }),
      placeOf({ lon: 180.01, lat: -17 }),
    ]
    expect([west.town, past.town]).toEqual([east.town, east.town])
    expect(west.distance_m).toBeCloseTo(past.distance_m, 3)
    expect(east.direction).toBe('SE')
  })

  it('exists at the poles, where every direction from a town is the same', () => {
    expect(placeOf({ lon: 0, lat: -90 }).direction).toBe('S')
    expect(placeOf({ lon: 123, lat: 90 }).direction).toBe('N')
    expect(placeOf({ lon: 123, lat: 90 }).town).toBe(placeOf({ lon: -30, lat: 90 }).town)
  })

  it('is of the nearest of all towns', () => {
    for (const [lon, lat] of [
      [174.5, -37.2],
      [-179.3, -18.4],
      [12, 55],
      [-70, -52],
      [100, 75],
    ] as const) {
      const nearest = Math.min(...towns.map(([, x, y]) => distance({ lon, lat }, { lon: x, lat: y })))
      expect(placeOf({ lon, lat }).distance_m).toBeCloseTo(nearest < 1000 ? 0 : nearest, 3)
    }
  })
})

describe('a bearing', () => {
  it.each([
    ['north', { lon: 0, lat: 0 }, { lon: 0, lat: 1 }, 0],
    ['east', { lon: 0, lat: 0 }, { lon: 1, lat: 0 }, 90],
    ['across 180°', { lon: 179.5, lat: 0 }, { lon: -179.5, lat: 0 }, 90],
    ['west across 180°', { lon: -179.5, lat: 0 }, { lon: 179.5, lat: 0 }, 270],
  ])('%s', (_, from, to, degrees) => {
    expect(bearing(from, to)).toBeCloseTo(degrees, 6)
  })
})

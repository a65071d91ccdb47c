import { expect, test } from 'vitest'
import type { Boundary, Location } from '../../types.ts'
import { Places } from './places.ts'

const square = (name: string, lon: number, lat: number, size: number) => {
  const [west, east, south, north] = [lon - size / 2, lon + size / 2, lat - size / 2, lat + size / 2]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { name, geometry: { type: 'Polygon', coordinates: [ring] } } as unknown as Boundary
}
const location = (name: string, lon: number, lat: number) =>
  ({ name, position: { type: 'Point', coordinates: [lon, lat] } }) as unknown as Location

const places = new Places(
  [square('Region', 174.7, -36.8, 1), square('Yard', 174.7, -36.8, 0.02), square('Shed', 174.7, -36.8, 0.002)],
  [location('Gate', 174.705, -36.805)],
)

test.each([
  ['the smallest boundary', [174.7, -36.8], 'Shed'],
  ['the boundary around it', [174.7, -36.795], 'Yard'],
  ['a location within 150 m, before the boundary', [174.7055, -36.8052], 'Gate'],
  ['nothing in a boundary that is a region', [174.9, -36.9], null],
  ['nothing elsewhere', [0, 0], null],
])('a place is %s', (_what, position, name) => expect(places.nameOf(position as number[])).toBe(name))

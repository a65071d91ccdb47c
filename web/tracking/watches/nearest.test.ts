import { expect, it } from 'vitest'
import { nearestBoundaries } from './nearest.ts'

const square = (id: number, lon: number, lat: number, active = true) => ({
  id,
  active,
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [lon, lat],
        [lon + 0.1, lat],
        [lon + 0.1, lat + 0.1],
        [lon, lat + 0.1],
        [lon, lat],
      ],
    ],
  } as never,
})

it('has the nearest first, across 180° and by real widths, without those that are inactive or without a shape', () => {
  const boundaries = [
    square(1, 170, -45),
    square(2, -179.9, -45),
    square(3, 179, -45.9),
    square(4, 179.8, -45, false),
    { id: 5, active: true, geometry: null as never },
  ]
  const ids = (most: number) => nearestBoundaries(boundaries, [179.9, -45], most).map(({ id }) => id)
  expect(ids(9)).toEqual([2, 3, 1])
  expect(ids(1)).toEqual([2])
  // A degree of longitude is shorter than one of latitude there.
  expect(nearestBoundaries([square(1, 170.9, -45), square(2, 170, -44.1)], [170, -45], 1)[0]!.id).toBe(1)
})

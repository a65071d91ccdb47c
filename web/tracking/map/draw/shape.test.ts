import { describe, expect, test } from 'vitest'
import { destination, distance } from './circle.ts'
import { handlesOf } from './handles.ts'
import { open, shapeOf, toBody } from './shape.ts'

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

describe('a stored boundary', () => {
  test('that is split at 180° is one polygon again, without the vertices of the cut', () => {
    const geometry = {
      type: 'MultiPolygon' as const,
      coordinates: [[box(178, -45, 180, -43)], [box(-180, -45, -176, -43)]],
    }
    const shape = shapeOf({ geometry, circle: null })
    expect(shape).toMatchObject({ polygons: { length: 1 } })
    const { geometry: sent } = toBody(shape) as { geometry: { coordinates: number[][][][] } }
    expect(sent.coordinates[0]![0]).toHaveLength(5)
    expect(new Set(sent.coordinates[0]![0]!.map(([lon]) => lon))).toEqual(new Set([178, 184]))
  })

  test('with a corner on 180° keeps it', () => {
    const cut = [
      [178, -45],
      [180, -46],
      [180, -42],
      [178, -43],
      [178, -45],
    ]
    const rest = [
      [-180, -46],
      [-178, -45],
      [-178, -43],
      [-180, -42],
      [-180, -46],
    ]
    const geometry = { type: 'MultiPolygon' as const, coordinates: [[cut], [rest]] }
    const { geometry: sent } = toBody(shapeOf({ geometry, circle: null })) as {
      geometry: { coordinates: number[][][][] }
    }
    expect(sent.coordinates[0]![0]).toHaveLength(7)
  })

  test('that lies on one side of 180° is unchanged', () => {
    const geometry = { type: 'Polygon' as const, coordinates: [box(170, -45, 172, -43), box(170.5, -44.5, 171, -44)] }
    expect(toBody(shapeOf({ geometry, circle: null }))).toEqual({
      geometry: { type: 'MultiPolygon', coordinates: [geometry.coordinates] },
    })
  })

  test('that is a circle stays a circle', () => {
    const circle = { center: [174, -36], radius_m: 500 }
    const shape = shapeOf({ geometry: { type: 'Polygon', coordinates: [] }, circle } as never)
    expect(toBody(shape)).toEqual({ circle })
  })
})

test('a closed ring loses its closing point, and heights', () => {
  expect(
    open([
      [1, 2, 3],
      [4, 5, 6],
      [1, 2, 3],
    ]),
  ).toEqual([
    [1, 2],
    [4, 5],
  ])
})

test.each([0, 1, 2, 3])('500 m in direction %d are 500 m', (bearing) => {
  expect(distance([174, -36], destination([174, -36], 500, bearing))).toBeCloseTo(500)
})

test('shapes with too many vertices, and those outside the view, have no handles', () => {
  const polygon = (count: number) => ({
    kind: 'area' as const,
    polygons: [[Array.from({ length: count }, (_, i) => [170 + i / count, -40 + (i % 2)])]],
  })
  expect(handlesOf(polygon(150), [160, -50, 180, -30])).toHaveLength(300)
  expect(handlesOf(polygon(350), [160, -50, 180, -30])).toHaveLength(350)
  expect(handlesOf(polygon(1000), [160, -50, 180, -30])).toHaveLength(0)
  expect(handlesOf(polygon(150), [0, -50, 20, -30])).toHaveLength(0)
})

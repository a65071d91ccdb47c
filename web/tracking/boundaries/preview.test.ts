import { expect, test } from 'vitest'
import { pathsOf } from './preview.ts'

const box = (west: number, east: number) => [
  [west, -1],
  [east, -1],
  [east, 1],
  [west, 1],
  [west, -1],
]

test('a shape fills its picture and is centred', () => {
  const geometry = { type: 'Polygon' as const, coordinates: [box(170, 172)] }
  const path = 'M10.0 20.0L30.0 20.0L30.0 0.0L10.0 0.0L10.0 20.0'
  expect(pathsOf({ geometry }, 40, 20)).toEqual({ area: path, edge: path })
})

test('a boundary split at 180° is one picture, without the cut', () => {
  const geometry = { type: 'MultiPolygon' as const, coordinates: [[box(179, 180)], [box(-180, -177)]] }
  const { area, edge } = pathsOf({ geometry }, 40, 20)
  expect(area.split('M')).toEqual([
    '',
    '0.0 20.0L10.0 20.0L10.0 0.0L0.0 0.0L0.0 20.0',
    '10.0 20.0L40.0 20.0L40.0 0.0L10.0 0.0L10.0 20.0',
  ])
  expect(edge.split('M').slice(1)).toEqual([
    '0.0 20.0L10.0 20.0',
    '10.0 0.0L0.0 0.0L0.0 20.0',
    '10.0 20.0L40.0 20.0L40.0 0.0L10.0 0.0',
  ])
})

test('a long outline is simplified', () => {
  const ring = Array.from({ length: 50_000 }, (_, i) => [170 + Math.cos(i / 1e4), Math.sin(i / 1e4)])
  const { area } = pathsOf({ geometry: { type: 'Polygon', coordinates: [ring] } }, 40, 20)
  expect(area.split('L').length).toBeLessThan(125)
})

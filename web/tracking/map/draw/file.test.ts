import { describe, expect, test } from 'vitest'
import { areasOf, maxBytes, readFile } from './file.ts'

const ring = [
  [174, -37],
  [175, -37],
  [175, -36],
  [174, -37],
]
const polygon = { type: 'Polygon', coordinates: [ring] }
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', properties, geometry })
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features })
const corners = (json: unknown) => areasOf(json).shape.polygons.map((rings) => rings.map((each) => each.length))

describe('contents of a file', () => {
  test.each([
    ['a polygon', polygon, [[3]]],
    ['a feature', feature(polygon), [[3]]],
    ['a collection', collection(feature(null), feature(polygon)), [[3]]],
    ['a collection of shapes', { type: 'GeometryCollection', geometries: [polygon] }, [[3]]],
    ['several polygons', { type: 'MultiPolygon', coordinates: [[ring]] }, [[3]]],
    ['a line that is not closed', { type: 'LineString', coordinates: ring.slice(0, 3) }, [[3]]],
    ['lines', { type: 'MultiLineString', coordinates: [ring, [[174, -37]]] }, [[3]]],
    ['a point beside it', collection(feature({ type: 'Point', coordinates: [1, 2] }), feature(polygon)), [[3]]],
    ['the same twice', collection(feature(polygon), feature(polygon)), [[3]]],
  ])('%s', (_, json, expected) => expect(corners(json)).toEqual(expected))

  test('the first name is the name', () => {
    const named = collection(feature(polygon, { name: ' ' }), feature(polygon, { name: ' Depot ' }))
    expect(areasOf(named).name).toBe('Depot')
    expect(areasOf(polygon).name).toBe(null)
  })

  test('an edge across 180° continues past it', () => {
    const across = [
      [179, -44],
      [-179, -44],
      [-179, -43],
      [179, -44],
    ]
    const { shape } = areasOf({ type: 'Polygon', coordinates: [across] })
    expect(shape.polygons[0]![0]!.map(([lon]) => lon)).toEqual([179, 181, 181])
  })
})

describe('files that are refused', () => {
  test.each([
    ['nothing in it', collection(), 'empty', {}],
    ['only a point', { type: 'Point', coordinates: [1, 2] }, 'empty', {}],
    ['no GeoJSON', { points: [] }, 'unknown', {}],
    ['an invalid latitude', { type: 'Polygon', coordinates: [[[174, 95]]] }, 'position', { value: '[174,95]' }],
    ['text for numbers', { type: 'LineString', coordinates: [['174', '-36']] }, 'position', { value: '["174","-36"]' }],
    ['no list', { type: 'Polygon', coordinates: 7 }, 'position', { value: '7' }],
    [
      'too many',
      { type: 'LineString', coordinates: Array.from({ length: 100_001 }, () => [174, -36]) },
      'many',
      { limit: 100_000 },
    ],
  ])('%s', (_, json, reason, values) => {
    expect(() => areasOf(json)).toThrow(expect.objectContaining({ reason, values }))
  })

  test.each([
    ['an empty file', '', 'unknown'],
    ['a picture', 'GIF89a', 'unknown'],
    ['broken JSON', '{"type": ', 'json'],
    ['a KMZ', 'PK\u0003\u0004', 'zipped'],
    ['too large a file', ' '.repeat(maxBytes + 1), 'large'],
  ])('%s', (_, text, reason) => expect(readFile(new Blob([text]))).rejects.toMatchObject({ reason }))
})

import { describe, expect, test } from 'vitest'
import { areasOf, asOne, maxBytes, readFile } from './file.ts'

const ring = [
  [174, -37],
  [175, -37],
  [175, -36],
  [174, -37],
]
const polygon = { type: 'Polygon', coordinates: [ring] }
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', properties, geometry })
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features })
const corners = async (json: unknown) =>
  asOne(await areasOf(json)).polygons.map((rings) => rings.map((each) => each.length))

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
  ])('%s', async (_, json, expected) => expect(await corners(json)).toEqual(expected))

  test('each feature is an area with its name and rule; several polygons of one stay together, with their holes', async () => {
    const moved = (by: number) => ring.map(([lon, lat]) => [lon! + by, lat!])
    const hole = [[174.5, -36.9], [174.9, -36.9], [174.9, -36.6], [174.5, -36.9]] // biome-ignore format: a ring
    const areas = await areasOf(
      collection(
        feature({ type: 'MultiPolygon', coordinates: [[ring, hole], [moved(3)]] }, { name: ' North  field ' }),
        feature(null, { name: 'Nothing' }),
        collection(feature(polygon, { NAME: 12, rule: 'keep_out' }), feature(polygon, { name: ' ' })),
      ),
    )
    const found = areas.map(({ name, rule, shape }) => [name, rule, shape?.polygons.map((rings) => rings.length)])
    expect(found).toEqual([
      ['North field', null, [2, 1]],
      ['12', 'keep_out', [1]],
      [null, null, [1]],
    ])
  })

  test('a feature that cannot be read says why, and the others are read', async () => {
    const bad = { type: 'Polygon', coordinates: [[[174, 95]]] }
    const areas = await areasOf(collection(feature(bad, { name: 'Wrong' }), feature(polygon, { name: 'Right' })))
    expect(areas.map(({ name, fault }) => [name, fault?.reason])).toEqual([
      ['Wrong', 'position'],
      ['Right', undefined],
    ])
  })

  test('an edge across 180° continues past it', async () => {
    const across = [
      [179, -44],
      [-179, -44],
      [-179, -43],
      [179, -44],
    ]
    const [area] = await areasOf({ type: 'Polygon', coordinates: [across] })
    expect(area!.shape!.polygons[0]![0]!.map(([lon]) => lon)).toEqual([179, 181, 181])
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
    ['too many areas', collection(...Array.from({ length: 1001 }, () => feature(polygon))), 'areas', { limit: 1000 }],
  ])('%s', (_, json, reason, values) => {
    return expect(areasOf(json)).rejects.toMatchObject({ reason, values })
  })

  test.each([
    ['an empty file', '', 'unknown'],
    ['a picture', 'GIF89a', 'unknown'],
    ['broken JSON', '{"type": ', 'json'],
    ['a zip without a KML', 'PK\u0003\u0004', 'zipped'],
    ['too large a file', ' '.repeat(maxBytes + 1), 'large'],
  ])('%s', (_, text, reason) => expect(readFile(new Blob([text]))).rejects.toMatchObject({ reason }))
})

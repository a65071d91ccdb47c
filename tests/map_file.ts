import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import { zxyToTileId } from 'pmtiles'

/** Auckland, and some kilometres around. */
export const REGION = { west: 174.7, south: -36.9, east: 174.85, north: -36.8 }
/** Further layers of the schema. */
const others = ['landcover', 'landuse', 'roads', 'water', 'buildings', 'boundaries', 'places', 'pois']
const [FIRST_ZOOM, LAST_ZOOM] = [8, 12]

/**
 * Writes a small map of streets in the PMTiles format with Protomaps' layers: land with a grid of broad streets and a
 * lake.
 *
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function writeMapFile(path: string, { layer = 'earth' } = {}): void {
  const indexes = Object.entries(layersOf(layer)).map(
    ([name, data]) => [name, new GeoJSONVT(data, { maxZoom: LAST_ZOOM, indexMaxZoom: LAST_ZOOM })] as const,
  )
  const tiles: { id: number; data: Buffer }[] = []
  for (let z = FIRST_ZOOM; z <= LAST_ZOOM; z++) {
    const [left, top] = tileAt(z, REGION.west, REGION.north)
    const [right, bottom] = tileAt(z, REGION.east, REGION.south)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const parts = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(z, x, y)
          return tile ? [[name, tile]] : []
        })
        if (parts.length === 0) continue
        tiles.push({
          id: zxyToTileId(z, x, y),
          data: gzipSync(fromGeojsonVt(Object.fromEntries(parts), { version: 2 })),
        })
      }
    }
  }
  tiles.sort((a, b) => a.id - b.id)
  const metadata = gzipSync(
    JSON.stringify({
      name: 'Test',
      attribution: 'Test streets',
      vector_layers: [layer, ...others].map((id) => ({ id })),
    }),
  )
  writeFileSync(path, archiveOf(tiles, metadata))
}

function layersOf(land: string): Record<string, FeatureCollection> {
  const { west, south, east, north } = REGION
  const rectangle = (w: number, s: number, e: number, n: number): Geometry => ({
    type: 'Polygon',
    coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]], // biome-ignore format: a ring
  })
  const line = (from: Position, to: Position): Geometry => ({ type: 'LineString', coordinates: [from, to] })
  const streets = Array.from({ length: 16 }, (_, i) => [
    line([west + i * 0.01, south], [west + i * 0.01, north]),
    line([west, south + i * 0.0066], [east, south + i * 0.0066]),
  ]).flat()
  const all = (shapes: Geometry[], properties: object): FeatureCollection => ({
    type: 'FeatureCollection',
    features: shapes.map((geometry): Feature => ({ type: 'Feature', properties, geometry })),
  })
  return {
    [land]: all([rectangle(west, south, east, north)], { kind: 'earth' }),
    water: all([rectangle(174.8, -36.86, 174.82, -36.85)], { kind: 'lake', name: 'Lake of the test' }),
    roads: all(streets, { kind: 'highway', name: 'Test Street', min_zoom: 5 }),
  }
}

/** A clustered archive: header, root directory, metadata, tiles. */
function archiveOf(tiles: { id: number; data: Buffer }[], metadata: Buffer): Buffer {
  const root = gzipSync(directoryOf(tiles))
  const data = Buffer.concat(tiles.map((tile) => tile.data))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  const sizes = [
    [127, root.length],
    [127 + root.length, metadata.length],
    [127 + root.length + metadata.length, 0],
    [127 + root.length + metadata.length, data.length],
  ]
  for (const [i, value] of sizes.flat().entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), at)
  // Clustered; directories and tiles are gzipped; the tiles are MVT.
  Buffer.from([1, 2, 2, 1, FIRST_ZOOM, LAST_ZOOM]).copy(header, 96)
  const { west, south, east, north } = REGION
  const corners = [west, south, east, north]
  for (const [i, degrees] of corners.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  header.writeUInt8(FIRST_ZOOM, 118)
  return Buffer.concat([header, root, metadata, data])
}

function directoryOf(tiles: { id: number; data: Buffer }[]): Buffer {
  const ids = tiles.map(({ id }, i) => id - (tiles[i - 1]?.id ?? 0))
  const lengths = tiles.map(({ data }) => data.length)
  // An offset of 0 means: right after the tile before.
  const offsets = tiles.map((_, i) => (i === 0 ? 1 : 0))
  const runs = tiles.map(() => 1)
  return Buffer.from([tiles.length, ...ids, ...runs, ...lengths, ...offsets].flatMap(varint))
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

function tileAt(zoom: number, lon: number, lat: number): [x: number, y: number] {
  const latitude = (lat * Math.PI) / 180
  const y = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2
  return [Math.floor(((lon + 180) / 360) * 2 ** zoom), Math.floor(y * 2 ** zoom)]
}

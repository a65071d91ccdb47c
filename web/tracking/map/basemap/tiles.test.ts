import { readFileSync } from 'node:fs'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, it } from 'vitest'
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' }
import { coastIn, readCoast } from './coast.ts'
import { deepest, tileLayer } from './detail.ts'
import { type Box, landIn, toPieces, type World } from './nearby.ts'
import { LandTiles } from './tiles.ts'

const world = coarse as unknown as World
const nothing = { type: 'MultiLineString' as const, coordinates: [] }
const coast = readCoast(JSON.parse(readFileSync(new URL('coast_nz.json', import.meta.url), 'utf8')))

/** The features of a tile by their kind, with the lines or rings of each. */
function shapesIn(bytes: Uint8Array): Record<string, number> {
  const layer = new VectorTile(new PbfReader(bytes)).layers[tileLayer]
  const features = Array.from({ length: layer?.length ?? 0 }, (_, i) => layer!.feature(i))
  return Object.fromEntries(features.map((one) => [one.properties.kind, one.loadGeometry().length]))
}

it('has the land, coast and borders of the world, and Antarctica as land', () => {
  const tiles = new LandTiles(landIn(world, toPieces(world), null), null, deepest.world)
  expect(Object.keys(shapesIn(tiles.tile(0, 0, 0))).sort()).toEqual(['border', 'coast', 'graticule', 'land'])
  // Queen Maud Land, far from any coast.
  expect(shapesIn(tiles.tile(5, 17, 30))).toEqual({ graticule: expect.any(Number), land: 1 })
})

it('brings its own sea where it is of a box, on both sides of 180°, and nothing from outside of it', () => {
  const box: Box = [175, -46, 184.5, -40]
  const land = { land: { type: 'MultiPolygon' as const, coordinates: [] }, coast: nothing, borders: nothing }
  const fine = { type: 'MultiPolygon' as const, coordinates: coastIn(coast, box) }
  const tiles = new LandTiles({ ...land, fine }, box, deepest.near)
  // Waitangi on Chatham Island, at 183.4° or -176.6°.
  expect(shapesIn(tiles.tile(9, 4, 325))).toMatchObject({ sea: 1, fine: expect.any(Number) })
  expect(shapesIn(tiles.tile(9, 100, 325))).not.toHaveProperty('sea')
  expect(shapesIn(tiles.tile(12, 39, 2604))).toMatchObject({ sea: 1, fine: expect.any(Number) })
})

import { zipSync } from 'fflate'
import type { Position } from 'geojson'
import { describe, expect, test } from 'vitest'
import { readFile } from './file.ts'

type Ring = [number, number][]

const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
]

/** A shapefile of polygons, of which each record has its rings. */
function shp(records: Ring[][], type = 5): Uint8Array {
  const bodies = records.map((rings) => {
    const points = rings.flat()
    const heights = type === 15 ? 16 + points.length * 8 : 0
    const body = new DataView(new ArrayBuffer(44 + rings.length * 4 + points.length * 16 + heights))
    body.setInt32(0, type, true)
    body.setInt32(36, rings.length, true)
    body.setInt32(40, points.length, true)
    let start = 0
    for (const [i, ring] of rings.entries()) {
      body.setInt32(44 + i * 4, start, true)
      start += ring.length
    }
    for (const [i, [x, y]] of points.entries()) {
      body.setFloat64(44 + rings.length * 4 + i * 16, x, true)
      body.setFloat64(44 + rings.length * 4 + i * 16 + 8, y, true)
    }
    return body
  })
  const file = new DataView(new ArrayBuffer(100 + bodies.reduce((sum, body) => sum + 8 + body.byteLength, 0)))
  file.setUint32(0, 0x0000270a)
  file.setInt32(24, file.byteLength / 2)
  file.setInt32(32, type, true)
  let at = 100
  for (const [i, body] of bodies.entries()) {
    file.setInt32(at, i + 1)
    file.setInt32(at + 4, body.byteLength / 2)
    new Uint8Array(file.buffer).set(new Uint8Array(body.buffer), at + 8)
    at += 8 + body.byteLength
  }
  return new Uint8Array(file.buffer)
}

/** A table with an id and a name in each record. */
function dbf(names: Uint8Array[]): Uint8Array {
  const length = 1 + 4 + 20
  const bytes = new Uint8Array(32 + 64 + 1 + names.length * length).fill(0x20)
  const view = new DataView(bytes.buffer)
  view.setUint32(4, names.length, true)
  view.setUint16(8, 97, true)
  view.setUint16(10, length, true)
  for (const [i, [name, type, size]] of [['FID', 'N', 4] as const, ['SITE_NAME', 'C', 20] as const].entries()) {
    bytes.fill(0, 32 + i * 32, 64 + i * 32)
    bytes.set(new TextEncoder().encode(name), 32 + i * 32)
    bytes[32 + i * 32 + 11] = type.charCodeAt(0)
    bytes[32 + i * 32 + 16] = size
  }
  bytes[96] = 0x0d
  for (const [i, name] of names.entries()) bytes.set(name, 97 + i * length + 5)
  return bytes
}

/** New Zealand Transverse Mercator 2000 (EPSG:2193), as ArcGIS writes it. */
const NZTM = `PROJCS["NZGD_2000_New_Zealand_Transverse_Mercator",GEOGCS["GCS_NZGD_2000",DATUM["D_NZGD_2000",
SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],
PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1600000.0],PARAMETER["False_Northing",10000000.0],
PARAMETER["Central_Meridian",173.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],
UNIT["Meter",1.0]]`

const utf8 = (text: string) => new TextEncoder().encode(text)
const blob = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])

describe('a shapefile', () => {
  const hole = square(174.2, -36.8, 0.2).toReversed()
  const records = [[square(174, -37, 1), square(176, -37, 1), hole], [square(178, -40, 1)]]

  test('in a zip has the areas with their holes, and the names of its table', async () => {
    const files = {
      'sites/depots.shp': shp(records),
      'sites/depots.dbf': dbf([utf8('Tāmaki'), utf8('René')]),
      'sites/depots.prj': utf8('GEOGCS["GCS_WGS_1984"]'),
      '__MACOSX/sites/._depots.shp': utf8('x'),
    }
    const areas = await readFile(blob(zipSync(files)))
    const found = areas.map(({ name, shape }) => [
      name,
      shape?.polygons.map((rings) => rings.map((ring) => ring.length)),
    ])
    expect(found).toEqual([
      ['Tāmaki', [[4, 4], [4]]],
      ['René', [[4]]],
    ])
  })

  test('alone has areas without names, with heights, too', async () => {
    expect((await readFile(blob(shp(records, 15)))).map(({ name }) => name)).toEqual([null, null])
  })

  test('of an older program has its names, too', async () => {
    const zip = zipSync({ 'a.shp': shp(records), 'a.dbf': dbf([Uint8Array.from([0x52, 0x65, 0x6e, 0xe9]), utf8('B')]) })
    expect((await readFile(blob(zip))).map(({ name }) => name)).toEqual(['René', 'B'])
  })

  test('in metres of a known projection has its areas in degrees', async () => {
    // The origin of the projection is the equator at 173° E, at 1 600 000 and 10 000 000.
    const origin = square(1_600_000, 10_000_000, 1000)
    const files = { 'a.shp': shp([[square(1_757_169, 5_920_414, 100)], [origin]]), 'a.prj': utf8(NZTM) }
    const [auckland, equator] = (await readFile(blob(zipSync(files)))).map(({ shape }) => shape!.polygons[0]![0]!)
    const low = (ring: Position[]) => [0, 1].map((axis) => Math.min(...ring.map((place) => place[axis]!)))
    const [west, south] = low(equator!)
    expect(west).toBeCloseTo(173, 5)
    expect(south).toBeCloseTo(0, 5)
    const [lon, lat] = low(auckland!)
    expect(lon).toBeCloseTo(174.76, 2)
    expect(lat).toBeCloseTo(-36.85, 2)
  })

  test('in metres of an unknown projection, or damaged, is refused', async () => {
    const metres = shp([[square(1_757_169, 5_920_414, 100)]])
    await expect(readFile(blob(metres))).rejects.toMatchObject({ reason: 'projected' })
    const projected = zipSync({ 'a.shp': metres, 'a.prj': utf8('PROJCS["Somewhere"]') })
    await expect(readFile(blob(projected))).rejects.toMatchObject({ reason: 'projected' })
    await expect(readFile(blob(shp(records).slice(0, 300)))).rejects.toMatchObject({ reason: 'shape' })
    const many = shp(records)
    new DataView(many.buffer).setInt32(100 + 8 + 40, 2 ** 31 - 1, true)
    await expect(readFile(blob(many))).rejects.toMatchObject({ reason: 'shape' })
  })
})

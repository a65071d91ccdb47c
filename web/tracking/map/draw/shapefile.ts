import type { Feature, FeatureCollection, GeoJsonProperties, Geometry, Position } from 'geojson'
import { unzip } from '../../../kit/files/unzip.ts'

/**
 * The areas and lines of a shapefile as GeoJSON in degrees, alone or in a zip with its table of names and projection.
 *
 * @param most bytes of each of its files
 * @returns null for what is no shapefile
 * @throws {BadShapefile}
 * @throws {UnreadableFile}
 */
export async function shapesOf(bytes: Uint8Array, most: number): Promise<FeatureCollection | null> {
  const files = isShp(bytes) ? { '.shp': bytes } : await filesIn(bytes, most)
  const shp = files['.shp']
  if (!shp) return null
  const { parseShp } = await import('shpjs')
  let geometries: (Geometry | null)[]
  let rows: GeoJsonProperties[]
  try {
    // In 16-bit words. The library reads what is there.
    if (viewOf(shp).getInt32(24) * 2 > shp.length) throw new RangeError('a part of the file is missing')
    geometries = parseShp(shp, textOf(files['.prj']) || undefined)
    rows = files['.dbf'] ? await rowsIn(files['.dbf'], textOf(files['.cpg'])) : []
  } catch {
    throw new BadShapefile('damaged')
  }
  // Metres of a projection that is not known, or not said.
  if (!geometries.every((geometry) => !geometry || isInDegrees(geometry))) throw new BadShapefile('projected')
  const features = geometries.map((geometry, i): Feature => {
    const name = nameIn(rows[i] ?? {})
    return { type: 'Feature', properties: name ? { name } : {}, geometry: geometry as Geometry }
  })
  return { type: 'FeatureCollection', features }
}

/** @property reason `projected`: in metres of an unknown projection, instead of degrees */
export class BadShapefile extends Error {
  override name = 'BadShapefile'
  readonly reason: 'projected' | 'damaged'

  constructor(reason: BadShapefile['reason']) {
    super(reason)
    this.reason = reason
  }
}

const FILE_CODE = 0x0000270a
const isShp = (bytes: Uint8Array) => bytes.length >= 100 && viewOf(bytes).getUint32(0) === FILE_CODE
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textOf = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes).trim() : '')

/** The parts of the first shapefile in a zip, by their endings. */
async function filesIn(zip: Uint8Array, most: number): Promise<Record<string, Uint8Array>> {
  const isWanted = (name: string) => /\.(shp|dbf|prj|cpg)$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name)
  const entries = Object.entries(await unzip(zip, isWanted, most))
  const stem = entries.find(([name]) => /\.shp$/i.test(name))?.[0].slice(0, -4)
  const own = entries.filter(([name]) => name.slice(0, -4) === stem)
  return Object.fromEntries(own.map(([name, bytes]) => [name.slice(-4).toLowerCase(), bytes]))
}

/** @throws {RangeError} for a table that says more rows than it has */
async function rowsIn(dbf: Uint8Array, encoding: string): Promise<GeoJsonProperties[]> {
  const view = viewOf(dbf)
  const [count, begins, length] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)]
  if (length === 0 || begins + count * length > dbf.length + 1) throw new RangeError('more rows than the table has')
  const { parseDbf } = await import('shpjs')
  return parseDbf(dbf, encoding || encodingOf(dbf.subarray(begins)))
}

/** Of texts without a file that says it: UTF-8 where it can be, or else what older programs write. */
function encodingOf(texts: Uint8Array): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(texts)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** What a row is called: its column `name`, one like it, or its first text. */
function nameIn(row: NonNullable<GeoJsonProperties>): string | undefined {
  const texts = Object.entries(row).filter((cell): cell is [string, string] => typeof cell[1] === 'string')
  const named =
    texts.find(([column]) => column.toLowerCase() === 'name') ??
    texts.find(([column]) => column.toLowerCase().includes('name')) ??
    texts[0]
  return named?.[1]
}

function isInDegrees(geometry: Geometry): boolean {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.every(isInDegrees)
  return areInDegrees(geometry.coordinates)
}

type Places = Position | Places[]
const areInDegrees = (places: Places): boolean =>
  typeof places[0] === 'number' ? isDegrees(places as Position) : (places as Places[]).every(areInDegrees)
const isDegrees = ([lon, lat]: Position) => Math.abs(lon!) <= 540 && Math.abs(lat!) <= 90

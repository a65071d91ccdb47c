import type { Feature, FeatureCollection, Position } from 'geojson'

/**
 * The areas and lines of a shapefile (ESRI, July 1998) as GeoJSON, alone or in a zip with its table of names.
 *
 * @param most bytes of each of its files
 * @returns null for what is no shapefile
 * @throws {BadShapefile}
 */
export async function shapesOf(bytes: Uint8Array, most: number): Promise<FeatureCollection | null> {
  const files = isShp(bytes) ? { '.shp': bytes } : await filesIn(bytes, most)
  const shp = files['.shp']
  if (!shp) return null
  const text = (of: Uint8Array | undefined) => (of ? new TextDecoder().decode(of) : '')
  // Only degrees can be drawn without the formulas of the projection.
  if (/^\s*(PROJCS|PROJCRS)/i.test(text(files['.prj']))) throw new BadShapefile('projected')
  try {
    const table = files['.dbf'] ? namesIn(files['.dbf'], text(files['.cpg']).trim()) : []
    const features = geometriesIn(shp).map((geometry, i): Feature => {
      const name = table[i]
      return { type: 'Feature', properties: name ? { name } : {}, geometry }
    })
    return { type: 'FeatureCollection', features }
  } catch (error) {
    if (error instanceof RangeError) throw new BadShapefile('damaged')
    throw error
  }
}

/** @property reason `projected`: in metres of a projection, instead of degrees */
export class BadShapefile extends Error {
  override name = 'BadShapefile'
  readonly reason: 'projected' | 'damaged' | 'large'

  constructor(reason: BadShapefile['reason']) {
    super(reason)
    this.reason = reason
  }
}

const FILE_CODE = 0x0000270a
const isShp = (bytes: Uint8Array) => bytes.length >= 100 && viewOf(bytes).getUint32(0) === FILE_CODE
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The parts of the first shapefile in a zip, by their endings. */
async function filesIn(zip: Uint8Array, most: number): Promise<Record<string, Uint8Array>> {
  const { unzipSync } = await import('fflate')
  const wanted = /\.(shp|dbf|prj|cpg)$/i
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted.test(name) || /(^|\/)(__MACOSX\/|\._)/.test(name)) return false
    if (originalSize > most) throw new BadShapefile('large')
    return true
  }
  let entries: [string, Uint8Array][]
  try {
    entries = Object.entries(unzipSync(zip, { filter }))
  } catch (error) {
    if (error instanceof BadShapefile) throw error
    return {}
  }
  const stem = entries.find(([name]) => /\.shp$/i.test(name))?.[0].slice(0, -4)
  const own = entries.filter(([name]) => name.slice(0, -4) === stem)
  return Object.fromEntries(own.map(([name, bytes]) => [name.slice(-4).toLowerCase(), bytes]))
}

/** In the order of the records; null for points and empty records. */
function geometriesIn(shp: Uint8Array): Feature['geometry'][] {
  const view = viewOf(shp)
  const geometries: Feature['geometry'][] = []
  let at = 100
  while (at + 12 <= view.byteLength) {
    const length = view.getInt32(at + 4) * 2
    if (length < 4) throw new RangeError('a record without a length')
    geometries.push(geometryAt(view, at + 8) as Feature['geometry'])
    at += 8 + length
  }
  return geometries
}

/** With heights and measures (10 and 20 more) places come first, too. */
function geometryAt(view: DataView, at: number): Feature['geometry'] | null {
  const type = view.getInt32(at, true) % 10
  if (type !== 3 && type !== 5) return null
  const parts = view.getInt32(at + 36, true)
  const count = view.getInt32(at + 40, true)
  const points_at = at + 44 + parts * 4
  const starts = Array.from(room(parts, 4, view), (_, i) => view.getInt32(at + 44 + i * 4, true))
  const points = Array.from(room(count, 16, view), (_, i): Position => {
    return [view.getFloat64(points_at + i * 16, true), view.getFloat64(points_at + i * 16 + 8, true)]
  })
  const rings = starts.map((start, i) => points.slice(start, starts[i + 1]))
  if (type === 3) return { type: 'MultiLineString', coordinates: rings }
  return { type: 'MultiPolygon', coordinates: polygonsOf(rings) }
}

/** @throws {RangeError} for more than there is, before room is made for it */
function room(length: number, bytes: number, view: DataView): { length: number } {
  if (length < 0 || length * bytes > view.byteLength) throw new RangeError('more than the file has')
  return { length }
}

/** Outer rings are clockwise, holes are not, and belong to the outer ring that they lie in. */
function polygonsOf(rings: Position[][]): Position[][][] {
  const outer = rings.filter((ring) => turn(ring) <= 0)
  // Some programs write all rings the other way round.
  if (outer.length === 0) return rings.map((ring) => [ring])
  const polygons = outer.map((ring) => [ring])
  for (const hole of rings.filter((ring) => turn(ring) > 0)) {
    polygons.find(([ring]) => isInside(hole[0]!, ring!))?.push(hole)
  }
  return polygons
}

/** Twice the signed area: above zero where the ring is counter-clockwise. */
const turn = (ring: Position[]) =>
  ring.reduce((sum, [x, y], i) => {
    const [next_x, next_y] = ring[(i + 1) % ring.length]!
    return sum + x! * next_y! - next_x! * y!
  }, 0)

function isInside([x, y]: Position, ring: Position[]): boolean {
  let inside = false
  for (const [i, [a, b]] of ring.entries()) {
    const [c, d] = ring[(i + 1) % ring.length]!
    if (b! > y! !== d! > y! && x! < ((c! - a!) * (y! - b!)) / (d! - b!) + a!) inside = !inside
  }
  return inside
}

/** What the records are called in the table (dBASE III) beside the shapes: its column `name`, one like it, or the first text. */
function namesIn(dbf: Uint8Array, encoding: string): string[] {
  const view = viewOf(dbf)
  const decode = decoderOf(encoding)
  const count = view.getUint32(4, true)
  const begins = view.getUint16(8, true)
  const length = view.getUint16(10, true)
  if (length === 0 || begins + count * length > dbf.length + 1) throw new RangeError('more than the file has')
  const columns: Column[] = []
  let offset = 1
  for (let at = 32; at + 32 <= begins && dbf[at] !== 0x0d; at += 32) {
    const name = decode(dbf.subarray(at, at + 11)).split('\0')[0]!
    const size = dbf[at + 16]!
    columns.push({ name: name.toLowerCase(), is_text: dbf[at + 11] === 0x43, from: offset, to: offset + size })
    offset += size
  }
  const named =
    columns.find(({ name }) => name === 'name') ??
    columns.find(({ name, is_text }) => is_text && name.includes('name')) ??
    columns.find(({ is_text }) => is_text)
  if (!named) return []
  return Array.from({ length: count }, (_, i) => {
    const at = begins + i * length
    return decode(dbf.subarray(at + named.from, at + named.to))
      .replaceAll('\0', '')
      .trim()
  })
}

/** By the name in the file `.cpg`; without one UTF-8, or else Windows-1252. */
function decoderOf(encoding: string): (bytes: Uint8Array) => string {
  let said: TextDecoder | null = null
  try {
    said = encoding ? new TextDecoder(encoding) : null
  } catch {
    // Names that browsers do not know, such as `ANSI 1252`.
  }
  return (bytes) => {
    if (said) return said.decode(bytes)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('windows-1252').decode(bytes)
    }
  }
}

type Column = { name: string; is_text: boolean; from: number; to: number }

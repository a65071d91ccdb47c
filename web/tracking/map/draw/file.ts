import type { Feature, Geometry, Position } from 'geojson'
import { textOf } from '../../../kit/files/textOf.ts'
import { UnreadableFile } from '../../../kit/files/unzip.ts'
import { joined, merged } from './combine.ts'
import { near, open } from './shape.ts'
import type { Area, Polygon } from './types.ts'

export const maxBytes = 10 * 2 ** 20
/** Corners of one area. */
const maxVertices = 100_000
const maxAreas = 1000
/** Milliseconds of work before the page may draw. */
const sliceMs = 20

/** An error in a file: the key of a message in `draw.file` and its values. */
export class BadFile extends Error {
  override name = 'BadFile'
  readonly reason: Reason
  readonly values: { value?: string; limit?: number }

  constructor(reason: Reason, values: { value?: string; limit?: number } = {}) {
    super(reason)
    this.reason = reason
    this.values = values
  }
}

/**
 * Reads the areas of a GeoJSON, KML, KMZ, GPX or shapefile, detected by content: one for each feature, which may have
 * several polygons. Lines become outlines of areas; features without either are skipped.
 *
 * @throws {BadFile} for a file without a usable area
 */
export async function readFile(file: Blob): Promise<FileArea[]> {
  const shapes = await shapesIn(file)
  if (shapes) return areasOf(shapes)
  const text = await textOf(file, maxBytes).catch((error) => {
    throw error instanceof UnreadableFile ? unreadable(error) : error
  })
  if (text.startsWith('{')) return areasOf(parseJson(text))
  if (text.startsWith('<')) return areasOf(await parseXml(text))
  throw new BadFile('unknown')
}

const unreadable = ({ reason }: UnreadableFile) =>
  new BadFile(reason, reason === 'large' ? { limit: maxBytes / 2 ** 20 } : {})

async function shapesIn(file: Blob): Promise<unknown> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  const is_zip = first === 0x50 && second === 0x4b
  const may_be = is_zip || (first === 0 && second === 0 && third === 0x27)
  if (!may_be || file.size > maxBytes) return null
  const { BadShapefile, shapesOf } = await import('./shapefile.ts')
  try {
    return await shapesOf(new Uint8Array(await file.arrayBuffer()), maxBytes)
  } catch (error) {
    if (error instanceof UnreadableFile) throw unreadable(error)
    if (!(error instanceof BadShapefile)) throw error
    throw new BadFile(error.reason === 'damaged' ? 'shape' : error.reason)
  }
}

/** @param json GeoJSON of any kind, not validated */
export async function areasOf(json: unknown): Promise<FileArea[]> {
  const areas: FileArea[] = []
  let began = performance.now()
  for (const feature of featuresOf(json)) {
    const area = areaOf(feature)
    if (area) areas.push(area)
    if (areas.length > maxAreas) throw new BadFile('areas', { limit: maxAreas })
    if (performance.now() - began < sliceMs) continue
    // Joining polygons takes long: the page stays usable.
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
  const fault = areas.find((area) => area.fault)?.fault
  if (fault && areas.every((area) => area.fault)) throw fault
  if (areas.length === 0) throw new BadFile('empty')
  return areas
}

/** All areas of a file as one. */
export const asOne = (areas: FileArea[]): Area => ({
  kind: 'area',
  polygons: merged(areas.flatMap(({ shape }) => shape?.polygons ?? [])),
})

function areaOf({ geometry, properties }: Drawing): FileArea | null {
  const described = { name: nameOf(properties), rule: rules.find((rule) => rule === properties.rule) ?? null }
  try {
    const found: Result = { polygons: [], vertices: 0 }
    collect(geometry, found)
    if (found.polygons.length === 0) return null
    return { ...described, shape: { kind: 'area', polygons: joined(merged(found.polygons)) }, fault: null }
  } catch (error) {
    const fault = error instanceof BadFile ? error : new BadFile('shape')
    return { ...described, shape: null, fault }
  }
}

/** Other programs write the key in any case, and numbers as names. */
function nameOf(properties: Record<string, unknown>): string | null {
  const key = Object.keys(properties).find((each) => each.toLowerCase() === 'name')
  const value = key === undefined ? null : properties[key]
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return String(value).replace(/\s+/g, ' ').trim().slice(0, 200) || null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadFile('json', { value: (error as Error).message })
  }
}

async function parseXml(text: string): Promise<unknown> {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  if (document.querySelector('parsererror')) throw new BadFile('xml')
  const root = document.documentElement.localName.toLowerCase()
  if (root !== 'kml' && root !== 'gpx') throw new BadFile('unknown')
  const { kml, gpx } = await import('@tmcw/togeojson')
  return root === 'kml' ? kml(document, { skipNullGeometry: true }) : gpx(document)
}

function* featuresOf(json: unknown): Generator<Drawing> {
  const thing = (json ?? {}) as Partial<Feature> & { features?: unknown }
  if (thing.type === ('FeatureCollection' as string)) {
    for (const member of Array.isArray(thing.features) ? thing.features : []) yield* featuresOf(member)
  } else if (thing.type === 'Feature') {
    yield { geometry: thing.geometry, properties: thing.properties ?? {} }
  } else {
    if (thing.type === undefined) throw new BadFile('unknown')
    yield { geometry: thing, properties: {} }
  }
}

function collect(geometry: unknown, result: Result): void {
  const { type, geometries } = (geometry ?? {}) as { type?: string; geometries?: unknown }
  if (type === 'GeometryCollection') {
    for (const member of Array.isArray(geometries) ? geometries : []) collect(member, result)
  } else if (type !== undefined) {
    for (const rings of polygonsIn(geometry as Geometry)) take(rings, result)
  }
}

function polygonsIn(geometry: Geometry): unknown[] {
  switch (geometry.type) {
    case 'Polygon':
      return [geometry.coordinates]
    case 'MultiPolygon':
      return list(geometry.coordinates)
    case 'LineString':
      return [[geometry.coordinates]]
    case 'MultiLineString':
      return list(geometry.coordinates).map((line) => [line])
    default:
      return []
  }
}

function take(rings: unknown, result: Result): void {
  const polygon: Polygon = list(rings).map((ring) => {
    const points = list(ring).map(point)
    result.vertices += points.length
    if (result.vertices > maxVertices) throw new BadFile('many', { limit: maxVertices })
    return open(unwrapped(points))
  })
  const [outer, ...holes] = polygon
  // Two points make no area; GPX tracks of one point are common.
  if (!outer || outer.length < 3) return
  result.polygons.push([outer, ...holes.filter((hole) => hole.length > 2).map((hole) => beside(hole, outer))])
}

function point(value: unknown): Position {
  const [lon, lat] = list(value)
  const fits = typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 540 && Math.abs(lat) <= 90
  if (!fits) throw new BadFile('position', { value: JSON.stringify(value)?.slice(0, 60) ?? '' })
  return [lon, lat]
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new BadFile('position', { value: JSON.stringify(value)?.slice(0, 60) ?? '' })
  return value
}

/** Edges longer than 180° go the short way around. */
function unwrapped(points: Position[]): Position[] {
  let last: Position | undefined
  return points.map((each) => {
    last = near(each, last)
    return last
  })
}

function beside(hole: Position[], outer: Position[]): Position[] {
  const shift = near(hole[0]!, outer[0])[0]! - hole[0]![0]!
  return hole.map(([lon, lat]) => [lon! + shift, lat!])
}

const rules = ['any', 'alone', 'keep_out'] as const
type Rule = (typeof rules)[number]

/** An area of a file with its name; `shape` is null where it cannot be read, for the reason in `fault`. */
export type FileArea = { name: string | null; rule: Rule | null } & (
  | { shape: Area; fault: null }
  | { shape: null; fault: BadFile }
)
type Drawing = { geometry: unknown; properties: Record<string, unknown> }
type Result = { polygons: Polygon[]; vertices: number }
export type Reason =
  | 'large'
  | 'zipped'
  | 'unknown'
  | 'json'
  | 'xml'
  | 'empty'
  | 'many'
  | 'areas'
  | 'position'
  | 'shape'
  | 'projected'

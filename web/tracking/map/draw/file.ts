import type { Feature, Geometry, Position } from 'geojson'
import { merged } from './combine.ts'
import { near, open } from './shape.ts'
import type { Area, Polygon } from './types.ts'

export const maxBytes = 10 * 2 ** 20
const maxVertices = 100_000

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
 * Reads the areas of a GeoJSON, KML or GPX file, detected by content. Lines become outlines of areas; points are
 * skipped.
 *
 * @throws {BadFile}
 */
export async function readFile(file: Blob): Promise<Areas> {
  if (file.size > maxBytes) throw new BadFile('large', { limit: maxBytes / 2 ** 20 })
  const text = (await file.text()).replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('PK')) throw new BadFile('zipped')
  if (text.startsWith('{')) return areasOf(parseJson(text))
  if (text.startsWith('<')) return areasOf(await parseXml(text))
  throw new BadFile('unknown')
}

/** @param json GeoJSON of any kind, not validated */
export function areasOf(json: unknown): Areas {
  const result: Result = { polygons: [], name: null, rule: null, vertices: 0 }
  collect(json, result)
  if (result.polygons.length === 0) throw new BadFile('empty')
  return { shape: { kind: 'area', polygons: merged(result.polygons) }, name: result.name, rule: result.rule }
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

function collect(json: unknown, result: Result): void {
  const thing = (json ?? {}) as Partial<Feature> & Partial<Geometry> & { features?: unknown; geometries?: unknown }
  if (thing.type === ('FeatureCollection' as string) || thing.type === ('GeometryCollection' as string)) {
    const members = thing.features ?? thing.geometries
    for (const member of Array.isArray(members) ? members : []) collect(member, result)
  } else if (thing.type === 'Feature') {
    const name = thing.properties?.name
    if (!result.name && typeof name === 'string' && name.trim()) result.name = name.trim().slice(0, 200)
    result.rule ??= rules.find((rule) => rule === thing.properties?.rule) ?? null
    if (thing.geometry) collect(thing.geometry, result)
  } else if ('coordinates' in thing) {
    for (const rings of polygonsIn(thing as Geometry)) take(rings, result)
  } else if (thing.type === undefined) throw new BadFile('unknown')
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

/** The areas of a file as one, with the name and the rule of the first that has one. */
export type Areas = { shape: Area; name: string | null; rule: Rule | null }
type Result = { polygons: Polygon[]; name: string | null; rule: Rule | null; vertices: number }
export type Reason = 'large' | 'zipped' | 'unknown' | 'json' | 'xml' | 'empty' | 'many' | 'position'

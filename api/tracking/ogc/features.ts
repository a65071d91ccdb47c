import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import type { Caller } from '../by_key/caller.ts'
import type { Query, Rest } from '../by_key/rest.ts'
import type { Collection, Geometry, Row } from './collections.ts'
import { inSystem, type System } from './crs.ts'
import { meets, readLines } from './lines.ts'
import type { ItemsRequest } from './request.ts'
import { DAY_MS } from './times.ts'

/** A page of the features of a collection, as the caller's key reads the list. */
export async function readFeatures(by: By, collection: Collection, asked: ItemsRequest): Promise<FeaturesPage> {
  const query = queryOf(collection, asked)
  const { limit, box, system } = asked
  const features: Feature[] = []
  const ends_at = Date.now() + BUDGET_MS
  let [after, total]: [string | undefined, number | undefined] = [asked.cursor, undefined]
  const is_sieved = collection.has_line === true && box !== null
  do {
    const size = collection.has_line ? Math.min(limit - features.length, LINES) : limit - features.length
    const page = await by.rest.page<Row>(collection.list, { ...query, limit: size, after })
    const geometries = await geometriesOf(by, collection, page.rows)
    for (const row of page.rows) {
      const geometry = geometries.get(row.id) ?? null
      if (!is_sieved || meets(geometry, box)) features.push(featureOf(collection, row, geometry, system))
    }
    total ??= page.total
    after = page.next
  } while (after !== undefined && features.length < limit && Date.now() < ends_at)
  return { features, next: after, total: is_sieved ? undefined : total }
}

/** @returns null where it does not exist, or the caller may not see it */
export async function readFeature(by: By, collection: Collection, { id, system }: { id: number; system: System }) {
  const row = await by.rest.one<Row>(collection.one, id)
  if (!row || (collection.kind !== undefined && row.kind !== collection.kind)) return null
  const geometries = await geometriesOf(by, collection, [row])
  return featureOf(collection, row, geometries.get(row.id) ?? null, system)
}

function queryOf({ kind, days, timed, has_box }: Collection, { box, span, filters }: ItemsRequest): Query {
  const now = Date.now()
  const time = span ?? (days === undefined ? null : { from: now - days * DAY_MS, to: now })
  return {
    ...filters,
    sort: kind === undefined ? 'id' : '-began_at',
    ...(kind !== undefined && { kind }),
    ...(time && timed(time)),
    ...(has_box && box && { bbox: [box.west, box.south, box.east, box.north].join(',') }),
  }
}

async function geometriesOf(
  { rest, context, caller, request }: By,
  collection: Collection,
  rows: Row[],
): Promise<Map<number, Geometry>> {
  if (collection.has_line) return readLines(context, caller.viewer, rows, request)
  const geometries = new Map<number, Geometry>()
  for (const row of rows) {
    let geometry = collection.geometry(row) as Geometry
    // Lists leave large areas out.
    if (!geometry && collection.list === 'boundaries') {
      geometry = (await rest.one<Row & { geometry: Geometry }>('boundary', row.id))?.geometry ?? null
    }
    geometries.set(row.id, geometry)
  }
  return geometries
}

function featureOf({ properties, more }: Collection, row: Row, geometry: Geometry, system: System): Feature {
  const own = properties.split(' ').map((name) => [name, row[name] ?? null])
  return {
    type: 'Feature',
    id: row.id,
    geometry: geometry && { ...geometry, coordinates: inSystem(geometry.coordinates, system) },
    properties: { ...Object.fromEntries(own), ...more?.(row) },
  }
}

/** Trips whose lines are read at once. */
const LINES = 25
/** After which a page ends, although it may have fewer features than its limit. */
const BUDGET_MS = 3000

export type By = { rest: Rest; context: ApiContext; caller: Caller; request: FastifyRequest }
export type Feature = { type: 'Feature'; id: number; geometry: Geometry; properties: Record<string, unknown> }
export type FeaturesPage = { features: Feature[]; next: string | undefined; total: number | undefined }

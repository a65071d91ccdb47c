import { type RawBuilder, sql } from 'kysely'
import { AppError } from './errors.ts'
import type { Trx } from './resource.ts'

type Position = number[]
export type AreaGeometry =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
export type Circle = { center: [number, number]; radius_m: number }

const MAX_VERTICES = 100_000
const CIRCLE_SEGMENTS = 96

/**
 * Makes a drawn area fit to be stored: a valid MultiPolygon in WGS 84, split at the antimeridian. Longitudes may pass
 * 180°, as maps give them.
 *
 * @throws {AppError} bad_request that names the field
 */
export async function normaliseArea(trx: Trx, geometry: AreaGeometry): Promise<string> {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  checkRings(polygons)
  const coordinates = polygons.map((polygon) => alignHoles(polygon.map(unwrapRing)))
  return normalise(trx, sql`st_geomfromgeojson(${JSON.stringify({ type: 'MultiPolygon', coordinates })})`, 'geometry')
}

/** The polygon of a circle: true metres on the ellipsoid, whatever the latitude. */
export async function circlePolygon(trx: Trx, { center: [lon, lat], radius_m }: Circle): Promise<string> {
  // A degree of latitude is at least 110.5 km; a circle over a pole is not a ring around its centre any more.
  if (Math.abs(lat) + radius_m / 110_500 > 89.5) {
    throw new AppError('bad_request', 'circle.radius_m: the circle reaches a pole.', 'circle')
  }
  const center = lon - 360 * Math.floor((lon + 180) / 360)
  const { rows } = await sql<{ lon: number; lat: number }>`
    select st_x(p) as lon, st_y(p) as lat
    from generate_series(0, ${CIRCLE_SEGMENTS - 1}::int) i,
      lateral (select st_project(st_setsrid(st_makepoint(${center}::float8, ${lat}::float8), 4326)::geography,
        ${radius_m}::float8, radians(i * 360.0 / ${CIRCLE_SEGMENTS}::int))::geometry as p) projected
    order by i`.execute(trx)
  const ring = rows.map((row) => [row.lon, row.lat])
  ring.push(ring[0]!)
  return normaliseArea(trx, { type: 'Polygon', coordinates: [ring] })
}

/** An edge of more than 180° of longitude is meant the short way round; one of 360° is the whole world's. */
export function unwrapRing(ring: Position[]): Position[] {
  const unwrapped: Position[] = []
  let shift = 0
  for (const [i, [lon, lat]] of ring.entries()) {
    if (i > 0) {
      const step = lon! - ring[i - 1]![0]!
      if (step > 180 && step < 360) shift -= 360
      else if (step < -180 && step > -360) shift += 360
    }
    unwrapped.push([lon! + shift, lat!])
  }
  return unwrapped
}

/** A hole that was drawn on the other side of 180° is brought to its polygon's. */
function alignHoles([shell, ...holes]: Position[][]): Position[][] {
  const middle = (ring: Position[]) => ring.reduce((sum, [lon]) => sum + lon!, 0) / ring.length
  const center = middle(shell!)
  return [
    shell!,
    ...holes.map((hole) => {
      const shift = 360 * Math.round((center - middle(hole)) / 360)
      return hole.map(([lon, lat]) => [lon! + shift, lat!])
    }),
  ]
}

function checkRings(polygons: Position[][][]): void {
  const fail = (reason: string) => {
    throw new AppError('bad_request', `geometry: ${reason}.`, 'geometry')
  }
  if (polygons.length === 0) fail('has no polygon')
  let vertices = 0
  for (const ring of polygons.flat()) {
    vertices += ring.length
    if (ring.length < 4) fail('a ring needs at least four positions, the last equal to the first')
    const [first, last] = [ring[0]!, ring.at(-1)!]
    if (first[0] !== last[0] || first[1] !== last[1]) fail('a ring must end where it begins')
    for (const [lon, lat] of ring) {
      if (lon! < -540 || lon! > 540) fail(`longitude ${lon} is not between -540 and 540`)
      if (lat! < -90 || lat! > 90) fail(`latitude ${lat} is not between -90 and 90`)
    }
  }
  if (vertices > MAX_VERTICES) fail(`has ${vertices} positions, at most ${MAX_VERTICES} are taken`)
}

/** What lies beyond ±180° or ±540° is moved back by whole turns; ST_WrapX cuts where it has to. */
async function normalise(trx: Trx, geometry: RawBuilder<unknown>, field: string): Promise<string> {
  const wrap = (inner: RawBuilder<unknown>) => sql`st_wrapx(st_wrapx(${inner}, 180, -360), -180, 360)`
  const { rows } = await sql<{ geometry: string; area: number }>`
    select g as geometry, st_area(g) as area from (
      select st_setsrid(st_multi(st_collectionextract(st_makevalid(
        ${wrap(wrap(sql`st_makevalid(st_force2d(${geometry}))`))}), 3)), 4326) as g
    ) normal`.execute(trx)
  const [row] = rows
  if (!row || !(row.area > 0)) throw new AppError('bad_request', `${field}: encloses no area.`, field)
  return row.geometry
}

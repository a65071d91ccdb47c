import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { areaLimits, checkComplexity, checkRepairable } from './check.ts'

type Position = number[]
export type AreaGeometry =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
export type Circle = { center: [number, number]; radius_m: number }

const CIRCLE_SEGMENTS = 96

/**
 * Normalises a drawn area: a valid MultiPolygon in WGS 84, split at the antimeridian. Longitudes may pass 180°, as maps
 * produce them. Takes up to a second, so it belongs before a transaction.
 *
 * @throws {AppError} bad_request that names the field
 */
export async function normaliseArea(db: Db, geometry: AreaGeometry): Promise<string> {
  const coordinates = unwrapArea(geometry)
  const worlds = worldsOf(coordinates.flat())
  const complexity = await checkComplexity(coordinates.flat())
  const drawn = JSON.stringify({ type: 'MultiPolygon', coordinates })
  const { rows } = await sql<{ valid: boolean; lon: number | null; lat: number | null }>`
    select valid, st_x(location) as lon, st_y(location) as lat from st_isvaliddetail(st_geomfromgeojson(${drawn}))`.execute(
    db,
  )
  const { valid, lon, lat } = rows[0]!
  if (!valid) checkRepairable(complexity, lon === null ? null : [lon, lat!])
  return normalise(db, drawn, worlds)
}

/** Approximates a circle by a polygon: metres on the ellipsoid at any latitude. */
export async function circlePolygon(db: Db, { center: [lon, lat], radius_m }: Circle): Promise<string> {
  // A degree of latitude is at least 110.5 km. A circle over a pole is not a simple ring in degrees.
  if (Math.abs(lat) + radius_m / 110_500 > 89.5) {
    throw new AppError('bad_request', 'circle.radius_m: the circle reaches a pole.', 'circle')
  }
  const center = lon - 360 * Math.floor((lon + 180) / 360)
  const { rows } = await sql<{ lon: number; lat: number }>`
    select st_x(p) as lon, st_y(p) as lat
    from generate_series(0, ${CIRCLE_SEGMENTS - 1}::int) i,
      lateral (select st_project(st_setsrid(st_makepoint(${center}::float8, ${lat}::float8), 4326)::geography,
        ${radius_m}::float8, radians(i * 360.0 / ${CIRCLE_SEGMENTS}::int))::geometry as p) projected
    order by i`.execute(db)
  const ring = rows.map((row) => [row.lon, row.lat])
  ring.push(ring[0]!)
  return normaliseArea(db, { type: 'Polygon', coordinates: [ring] })
}

/**
 * The polygons of an area with longitudes that continue past 180°, so that neighbours in a ring are neighbours on a plane.
 *
 * @throws {AppError} bad_request that says what is wrong with a ring
 */
export function unwrapArea(geometry: AreaGeometry): Position[][][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  checkRings(polygons)
  return polygons.map((polygon) => alignHoles(polygon.map(unwrapRing)))
}

/** An edge of more than 180° of longitude is taken the short way round; one of 360° spans the whole world. */
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

/** Moves holes drawn on the other side of 180° to their polygon. */
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
    throw wrong('geometry', `${reason}.`)
  }
  if (polygons.length === 0 || polygons.some((rings) => rings.length === 0))
    fail('has no polygon, or one without a ring')
  const vertices = polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
  if (vertices > areaLimits.vertices) fail(`has ${vertices} positions, at most ${areaLimits.vertices} are taken`)
  for (const ring of polygons.flat()) {
    if (ring.length < 4) fail('a ring needs at least four positions, the last equal to the first')
    const [first, last] = [ring[0]!, ring.at(-1)!]
    if (first[0] !== last[0] || first[1] !== last[1]) fail('a ring must end where it begins')
    for (const [lon, lat] of ring) {
      if (lon! < -540 || lon! > 540) fail(`longitude ${lon} is not between -540 and 540`)
      if (lat! < -90 || lat! > 90) fail(`latitude ${lat} is not between -90 and 90`)
    }
  }
}

/**
 * The worlds (multiples of 360°) that the rings lie in; 0 is -180° to 180°.
 *
 * @throws {AppError} bad_request for an area that spans more than 360°, or encloses a pole
 */
function worldsOf(rings: Position[][]): number[] {
  let [west, east] = [Infinity, -Infinity]
  for (const ring of rings) {
    for (const [lon] of ring) {
      west = Math.min(west, lon!)
      east = Math.max(east, lon!)
    }
    if (ring[0]![0] !== ring.at(-1)![0]) throw wrong('geometry', 'goes round a pole.')
  }
  if (east - west > 360) throw wrong('geometry', 'goes round the world more than once.')
  const first = Math.floor((west + 180) / 360)
  const last = Math.max(first, Math.ceil((east + 180) / 360) - 1)
  return first === last ? [first] : [first, last]
}

/** Moves parts beyond ±180° back by multiples of 360°, and splits at the antimeridian. */
async function normalise(db: Db, drawn: string, worlds: number[]): Promise<string> {
  const within = (world: number) => sql`st_intersection(area, st_makeenvelope(
    ${360 * world - 180}::float8, -90, ${360 * world + 180}::float8, 90, st_srid(area)))`
  const moved = (area: RawBuilder<unknown>, world: number) => sql`st_translate(${area}, ${-360 * world}::float8, 0)`
  const [first, second] = worlds as [number, number?]
  const turned =
    second === undefined
      ? moved(sql`area`, first)
      : sql`st_union(${moved(within(first), first)}, ${moved(within(second), second)})`
  const { rows } = await sql<{ geometry: string; area: number }>`
    with drawn as materialized (select st_force2d(st_geomfromgeojson(${drawn})) as area),
      clean as materialized (select case when st_isvalid(area) then area else st_makevalid(area) end as area from drawn)
    select g as geometry, st_area(g) as area from (
      select st_setsrid(st_multi(st_collectionextract(${turned}, 3)), 4326) as g from clean
    ) normal`.execute(db)
  const [row] = rows
  if (!row || !(row.area > 0)) throw wrong('geometry', 'encloses no area.')
  return row.geometry
}

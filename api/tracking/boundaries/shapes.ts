import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { type AreaGeometry, type Circle, circlePolygon, normaliseArea } from '../geometry/index.ts'

// Type.Tuple would not be valid OpenAPI 3.1.
const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 4 })
/** More than may be stored: what is simplified on request has more. The bytes of the body are limited, too. */
const Ring = Type.Array(Position, { maxItems: 200_000 })
const Rings = Type.Array(Ring, { maxItems: 10_000 })

/** An area in requests and answers. */
export const Area = Type.Unsafe<AreaGeometry>(
  Type.Union([
    Type.Object({ type: Type.Literal('Polygon'), coordinates: Rings }),
    Type.Object({ type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Rings, { maxItems: 10_000 }) }),
  ]),
)
export const CircleBody = Type.Object(
  {
    center: Type.Unsafe<Circle['center']>(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    radius_m: Type.Number({ minimum: 1, maximum: 5_000_000 }),
  },
  { additionalProperties: false },
)

/** The geometry of a boundary as GeoJSON. */
export const areaOf = sql`st_asgeojson(boundary.geometry, 7)::json`

/**
 * The same for pages of boundaries, null for large ones: a page of a thousand stays below some 13 MB. The stored size is
 * compared first, since it is known without reading the geometry.
 */
export const areaInLists = sql`case when pg_column_size(boundary.geometry) <= 8192 and st_npoints(boundary.geometry) <= 500
  then ${areaOf} end`

/** @returns the columns of the shape, or null without one */
export async function shapeOf(db: Db, geometry: Static<typeof Area> | undefined, circle: Circle | undefined) {
  if (geometry && circle) throw wrong('circle', 'give it or geometry, not both.')
  if (geometry) {
    return { geometry: await normaliseArea(db, geometry), center_lon: null, center_lat: null, radius_m: null }
  }
  if (!circle) return null
  const [lon, lat] = circle.center
  if (Math.abs(lon) > 540)
    throw new AppError('bad_request', `circle.center: longitude ${lon} is out of range.`, 'circle')
  if (Math.abs(lat) > 90) throw new AppError('bad_request', `circle.center: latitude ${lat} is out of range.`, 'circle')
  return {
    geometry: await circlePolygon(db, circle),
    center_lon: lon - 360 * Math.floor((lon + 180) / 360),
    center_lat: lat,
    radius_m: circle.radius_m,
  }
}

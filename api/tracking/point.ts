import { type Static, Type } from 'typebox'
import { wrong } from '../http/errors.ts'

/** A position on the wire, as GeoJSON: longitude and latitude in degrees. */
export const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

/** A position in a body. */
export const StrictPoint = Type.Object(Point.properties, { additionalProperties: false })

/**
 * Normalises longitudes past 180°, which maps produce.
 *
 * @throws {AppError} bad_request for a position that is not on the globe
 */
export function onGlobe({ coordinates }: Static<typeof Point>): { lon: number; lat: number } {
  const [lon, lat] = coordinates as [number, number]
  if (Math.abs(lat) > 90 || Math.abs(lon) > 540) throw wrong('position', 'is not on the globe.')
  // Arithmetic would change the last digits of others.
  return { lon: Math.abs(lon) <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180, lat }
}

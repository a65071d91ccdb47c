import { Type } from 'typebox'

/** A position on the wire, as GeoJSON: longitude and latitude in degrees. */
export const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

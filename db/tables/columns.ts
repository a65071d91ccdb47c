import { type TSchema, Type } from 'typebox'

/** An identity column: a positive integer below 2^53, given by the database. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A `timestamptz`: UTC, ISO 8601 with Z, up to microseconds. The drivers hand it over as this string. */
export const Timestamp = Type.String({ format: 'date-time' })

/** A PostGIS geometry, as the driver hands it over: hexadecimal EWKB. */
export const Geometry = Type.String({ format: 'geometry' })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

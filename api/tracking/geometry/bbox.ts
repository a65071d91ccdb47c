import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { wrong } from '../../http/errors.ts'

/** The parameter of lists that are asked for what lies in a box. */
export const BoxParam = Type.String({
  maxLength: 120,
  description:
    'That lie in this box, or begin there: west,south,east,north in degrees; with a west greater than the east, across 180°',
})

/** Longitudes from -180 to 180; across 180° `west` is greater than `east`. */
export type Bbox = { west: number; south: number; east: number; north: number }

/** @throws {AppError} bad_request */
export function bboxOf(text: string): Bbox {
  const parts = text.split(',')
  const numbers = parts.map(numberOf)
  if (parts.length !== 4 || numbers.some(Number.isNaN)) {
    throw wrong('bbox', 'must be four numbers: west,south,east,north.')
  }
  const [west, south, east, north] = numbers as [number, number, number, number]
  if (Math.max(Math.abs(west), Math.abs(east)) > 180) throw wrong('bbox', 'longitudes must be from -180 to 180.')
  if (south < -90 || north > 90 || south > north) throw wrong('bbox', 'latitudes must be from -90 to 90, south first.')
  return { west, south, east, north }
}

export const numberOf = (text: string) =>
  /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?\s*$/i.test(text) ? Number(text) : NaN

/** Whether a geometry has a point in the box. */
export function meetsBbox(geometry: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const meets = partsOf(bboxOf(text)).map(({ west, south, east, north }) => {
    const box = sql`st_makeenvelope(${west}::float8, ${south}::float8, ${east}::float8, ${north}::float8, 4326)`
    return sql<SqlBool>`(${geometry} && ${box} and st_intersects(${geometry}, ${box}))`
  })
  return sql<SqlBool>`coalesce((${sql.join(meets, sql` or `)}), false)`
}

/** Both sides of 180°, where the box is across it. */
export function partsOf(box: Bbox): Bbox[] {
  return box.west <= box.east
    ? [box]
    : [
        { ...box, east: 180 },
        { ...box, west: -180 },
      ]
}

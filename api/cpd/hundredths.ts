import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { wrong } from '../http/errors.ts'

/** Hours, credits and rates are hundredths in the database, and decimal numbers of at most two places on the wire. */
export const Decimal = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100_000, description: `${description}; at most two decimal places` })

/**
 * @returns hundredths; undefined and null as they are
 * @throws {AppError} bad_request for more than two decimal places
 */
export function toHundredths<Value extends number | null | undefined>(value: Value, field: string): Value {
  if (value === undefined || value === null) return value
  const hundredths = Math.round(value * 100)
  if (Math.abs(value * 100 - hundredths) > 1e-6) throw wrong(field, 'must have at most two decimal places.')
  return hundredths as Value
}

/** A column of hundredths as a decimal number. */
export const decimalOf = (column: string): RawBuilder<number> => sql<number>`(${sql.ref(column)} / 100.0)::float8`

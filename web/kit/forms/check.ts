import { kindOf, type Schema, unwrap } from './schema.ts'
import type { FieldValue } from './values.ts'

/**
 * Checks a value by its schema before it is sent, so that most errors need no request. The server decides.
 *
 * @returns which sentence of `form.wrong`, and its number, or null
 */
export function check(value: FieldValue, schema: Schema, required: boolean): Wrong | null {
  const { schema: inner, nullable } = unwrap(schema)
  const empty = value === '' || value === null
  const mayBeEmpty = nullable || ['text', 'long', 'markdown'].includes(kindOf(schema))
  if (empty) return required || !mayBeEmpty ? { sentence: 'required' } : null
  if (typeof value === 'number') return checkNumber(value, inner)
  if (typeof value === 'string') return checkText(value, inner)
  if (Array.isArray(value) && value.length < (inner.minItems ?? 0)) return { sentence: 'required' }
  return null
}

function checkNumber(value: number, { minimum, maximum, multipleOf, type }: Schema): Wrong | null {
  if (minimum !== undefined && value < minimum) return { sentence: 'low', limit: minimum }
  if (maximum !== undefined && value > maximum) return { sentence: 'high', limit: maximum }
  if (type === 'integer' && !Number.isInteger(value)) return { sentence: 'whole' }
  return multipleOf === undefined || isMultiple(value, multipleOf) ? null : { sentence: 'step', limit: multipleOf }
}

/** Decimal fractions are not exact: 0.07 / 0.01 is 7.000000000000001. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of
  return Math.abs(times - Math.round(times)) < 1e-6
}

function checkText(value: string, { minLength, maxLength, pattern, format }: Schema): Wrong | null {
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return { sentence: 'short', limit: minLength }
  if (maxLength !== undefined && length > maxLength) return { sentence: 'long', limit: maxLength }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return { sentence: 'pattern' }
  return format === 'email' && !/^[^@\s]+@[^@\s]+$/.test(value) ? { sentence: 'email' } : null
}

export type Wrong = {
  sentence: 'required' | 'low' | 'high' | 'whole' | 'step' | 'short' | 'long' | 'pattern' | 'email'
  limit?: number
}

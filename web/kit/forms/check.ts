import { kindOf, type Schema, unwrap } from './schema.ts'
import type { FieldValue } from './values.ts'

/**
 * What the schema already says against a value, so that nobody waits for the server to hear it. The server has the last
 * word.
 *
 * @returns which sentence of `form.wrong`, and its number, or null
 */
export function check(value: FieldValue, schema: Schema, required: boolean): Wrong | null {
  const { schema: inner, nullable } = unwrap(schema)
  const empty = value === '' || value === null
  const mayBeEmpty = nullable || ['text', 'long'].includes(kindOf(schema))
  if (empty) return required || !mayBeEmpty ? { sentence: 'required' } : null
  if (typeof value === 'number') return checkNumber(value, inner)
  if (typeof value === 'string') return checkText(value, inner)
  return null
}

function checkNumber(value: number, { minimum, maximum, type }: Schema): Wrong | null {
  if (minimum !== undefined && value < minimum) return { sentence: 'low', limit: minimum }
  if (maximum !== undefined && value > maximum) return { sentence: 'high', limit: maximum }
  return type === 'integer' && !Number.isInteger(value) ? { sentence: 'whole' } : null
}

function checkText(value: string, { minLength, maxLength, pattern, format }: Schema): Wrong | null {
  const length = [...value].length
  if (minLength !== undefined && length < minLength) return { sentence: 'short', limit: minLength }
  if (maxLength !== undefined && length > maxLength) return { sentence: 'long', limit: maxLength }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return { sentence: 'pattern' }
  return format === 'email' && !/^[^@\s]+@[^@\s]+$/.test(value) ? { sentence: 'email' } : null
}

export type Wrong = {
  sentence: 'required' | 'low' | 'high' | 'whole' | 'short' | 'long' | 'pattern' | 'email'
  limit?: number
}

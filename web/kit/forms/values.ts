import { kindOf, type Schema, unwrap } from './schema.ts'
import type { Signature } from './signature/strokes.ts'

/** What the fields of a form hold, from a row and back to what is sent. */

export type FieldValue = string | number | boolean | string[] | Signature | null
export type FieldValues = Record<string, FieldValue>

export function toFields(names: string[], properties: Record<string, Schema>, row: object): FieldValues {
  return Object.fromEntries(
    names.map((name) => [name, toField((row as Record<string, unknown>)[name], properties[name]!)]),
  )
}

/** Only what differs from before: an untouched field must not undo the change of another user. */
export function toBody(
  values: FieldValues,
  before: FieldValues,
  properties: Record<string, Schema>,
): Record<string, unknown> {
  const changed = Object.entries(values).filter(([name, value]) => !same(value, before[name]))
  return Object.fromEntries(changed.map(([name, value]) => [name, toSent(value, properties[name]!)]))
}

function toField(value: unknown, schema: Schema): FieldValue {
  if (value !== undefined && value !== null) return value as FieldValue
  const kind = kindOf(schema)
  if (kind === 'switch') return false
  if (kind === 'texts' || kind === 'choices') return []
  return ['choice', 'maybe', 'signature'].includes(kind) ? null : ''
}

function toSent(value: FieldValue, schema: Schema): unknown {
  if (typeof value === 'string') value = value.trim()
  return value === '' && unwrap(schema).nullable ? null : value
}

const same = (a: FieldValue | undefined, b: FieldValue | undefined) =>
  Array.isArray(a) && Array.isArray(b) ? a.join('\n') === b.join('\n') : a === b

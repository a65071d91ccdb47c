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

/**
 * What a new row is made of. What was left empty is not sent, so that it is what the server makes of it, whether a value
 * of nothing would be taken or not; what the form began with and was emptied is sent as nothing where that is a value.
 */
export function toNewBody(
  values: FieldValues,
  before: FieldValues,
  properties: Record<string, Schema>,
): Record<string, unknown> {
  const given = Object.entries(values).filter(
    ([name, value]) => !isEmpty(value) || (!isEmpty(before[name]) && mayBeEmpty(properties[name]!)),
  )
  return Object.fromEntries(given.map(([name, value]) => [name, toSent(value, properties[name]!)]))
}

/** Whether nothing is a value of a field: null, or a text of no letters. */
export function mayBeEmpty(schema: Schema): boolean {
  const { schema: inner, nullable } = unwrap(schema)
  const kind = kindOf(schema)
  if (kind === 'texts' || kind === 'choices') return nullable || !inner.minItems
  return nullable || (['text', 'long', 'markdown'].includes(kind) && !inner.minLength)
}

const isEmpty = (value: FieldValue | undefined) =>
  value === undefined || value === null || (Array.isArray(value) ? value.length === 0 : String(value).trim() === '')

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

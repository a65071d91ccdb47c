import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'

/** Bytes of a JSON value whose schema does not say what is in it, and of a list of such values. */
const VALUE_BYTES = 4096
const LIST_BYTES = 16 * VALUE_BYTES

/**
 * Bounds the JSON of a body whose schema leaves open what is in it, so that no row has more than its columns are made
 * for.
 *
 * @throws {AppError} too_large, with the field and both figures
 */
export function checkJsonSize(schema: TSchema, value: unknown, path = ''): void {
  const { anyOf, items, properties, 'x-bytes': bytes } = schema as Shape
  if (value === null || typeof value !== 'object') return
  if (bytes !== undefined) checkBytes(value, path, bytes)
  else if (anyOf) {
    const form = anyOf.find(({ type }) => type === (Array.isArray(value) ? 'array' : 'object'))
    if (form) checkJsonSize(form, value, path)
  } else if (Array.isArray(value)) {
    if (!items || isOpen(items)) checkBytes(value, path, LIST_BYTES)
    if (items) for (const [index, entry] of value.entries()) checkJsonSize(items, entry, join(path, String(index)))
  } else if (isOpen(schema)) checkBytes(value, path, VALUE_BYTES)
  else {
    for (const [name, entry] of Object.entries(value)) {
      if (properties?.[name]) checkJsonSize(properties[name], entry, join(path, name))
    }
  }
}

/** An object of any fields. */
function isOpen(schema: TSchema): boolean {
  const { anyOf, type, properties = {} } = schema as Shape
  if (anyOf) return anyOf.some(isOpen)
  return type === undefined ? !('const' in schema) : type === 'object' && Object.keys(properties).length === 0
}

function checkBytes(value: object, path: string, most: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes <= most) return
  throw new AppError('too_large', `${path}: has ${bytes} bytes, and may have ${most}.`, path)
}

const join = (path: string, name: string) => (path ? `${path}.${name}` : name)

type Shape = TSchema & {
  type?: string
  anyOf?: Shape[]
  'x-bytes'?: number
  items?: Shape
  properties?: Record<string, Shape>
}

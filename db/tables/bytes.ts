import type { TSchema } from 'typebox'

/**
 * The most bytes that a value of a schema has as JSON; Infinity where the schema sets no limit. An object has the fields
 * of its schema only.
 */
export function mostBytes(schema: TSchema): number {
  const { type, anyOf, enum: words, properties, patternProperties, format } = schema as Shape
  const bytes = (schema as Shape)['x-bytes']
  if (bytes !== undefined) return bytes
  if ('const' in schema) return bytesOf(schema.const)
  if (words) return Math.max(...words.map(bytesOf))
  if (anyOf) return Math.max(...anyOf.map(mostBytes))
  if (type === 'string') return (schema as Shape).maxLength === undefined ? ofFormat(format) : most(schema as Shape)
  if (type === 'array') return 2 + ((schema as Shape).maxItems ?? Infinity) * ofItem((schema as Shape).items)
  if (type === 'object') {
    if (patternProperties) return ofRecord(schema as Shape)
    const fields = Object.entries(properties ?? {})
    if (fields.length === 0) return (schema as Shape).additionalProperties === false ? 2 : Infinity
    return fields.reduce((sum, [name, field]) => sum + name.length + 4 + mostBytes(field), 2)
  }
  return { integer: 20, number: 25, boolean: 5, null: 4 }[type ?? ''] ?? Infinity
}

/** Characters of UTF-8. */
const most = ({ maxLength = 0 }: Shape) => 4 * maxLength + 2
const ofFormat = (format = '') => ({ 'date-time': 40, date: 12, uuid: 38 })[format] ?? Infinity
const ofItem = (items: TSchema | undefined) => (items ? 1 + mostBytes(items) : Infinity)
const ofRecord = ({ maxProperties = Infinity, patternProperties = {} }: Shape) =>
  maxProperties * Math.max(...Object.values(patternProperties).map((value) => KEY_BYTES + mostBytes(value)))
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Of the key of a record with its quotation marks; patterns of keys have their length. */
const KEY_BYTES = 64

type Shape = {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  additionalProperties?: unknown
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  'x-bytes'?: number
}

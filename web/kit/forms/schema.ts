import type { Feature } from '../../core/types.ts'

/** What a form and a list need of a resource's declaration: plain JSON Schema, as the build hands it over. */
export type ResourceSchema = {
  name: string
  plural: string
  sorts: string[]
  default_sort: string
  row: Record<string, Schema>
  create?: BodySchema
  update?: BodySchema
  removable: boolean
}

export type BodySchema = { properties: Record<string, Schema>; required?: string[] }

export type Schema = {
  type?: string
  const?: string
  /** What a choice is called, where it is a code and no word. */
  title?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  enum?: string[]
  /**
   * What a number measures: money is an integer of minor units, hours a decimal of two places, speed metres a second,
   * distance metres.
   */
  'x-measure'?: 'money' | 'hours' | 'speed' | 'distance'
  /** A media type: a text in `text/markdown` has a preview. */
  contentMediaType?: string
  /** What null means of a yes or no: as set elsewhere, or not said. */
  'x-null'?: 'inherited' | 'unstated'
  /** What an object or a text is. */
  'x-object'?: 'signature' | 'colour'
  /** Only for organisations that have this feature. */
  'x-feature'?: Feature
  /** The value while nothing was saved. */
  'x-unsaved'?: readonly string[]
}

export type Kind =
  | ('text' | 'texts' | 'long' | 'markdown' | 'email')
  | ('date' | 'moment')
  | ('number' | 'money' | 'hours' | 'speed' | 'distance')
  | ('switch' | 'maybe' | 'choice' | 'choices')
  | ('signature' | 'colour')

/** Texts of at least N characters are edited in several lines. */
const longFrom = 4000

/** What a value may be apart from null, and whether it may be null. */
export function unwrap(schema: Schema): { schema: Schema; nullable: boolean } {
  const all = schema.anyOf ?? [schema]
  const rest = all.filter(({ type }) => type !== 'null')
  const nullable = rest.length < all.length
  return { schema: rest.length === 1 ? rest[0]! : { ...schema, anyOf: rest }, nullable }
}

export function kindOf(schema: Schema): Kind {
  const { schema: inner, nullable } = unwrap(schema)
  if (choicesOf(inner).length > 0) return 'choice'
  if (inner['x-object']) return inner['x-object']
  if (inner.type === 'boolean') return nullable ? 'maybe' : 'switch'
  if (inner.type === 'integer' || inner.type === 'number') return inner['x-measure'] ?? 'number'
  if (inner.type === 'array') return choicesOf(itemsOf(inner)).length > 0 ? 'choices' : 'texts'
  if (inner.format === 'email' || inner.format === 'date') return inner.format
  if (inner.format === 'date-time') return 'moment'
  if (inner.contentMediaType === 'text/markdown') return 'markdown'
  return (inner.maxLength ?? 0) >= longFrom ? 'long' : 'text'
}

/** What each of several values may be. */
export function itemsOf(schema: Schema): Schema {
  return unwrap(schema).schema.items ?? {}
}

/** What a choice is called by its schema: a code with its name. */
export function titleOf(schema: Schema, choice: string): string | undefined {
  return unwrap(schema).schema.anyOf?.find((each) => each.const === choice)?.title
}

/** A resource whose fields offer choices under other titles than the words of the API. @param titles by the fields' names */
export function withTitles(resource: ResourceSchema, titles: Titles): ResourceSchema {
  const { create, update } = resource
  return {
    ...resource,
    ...(create && { create: bodyWithTitles(create, titles) }),
    ...(update && { update: bodyWithTitles(update, titles) }),
  }
}

export function bodyWithTitles(body: BodySchema, titles: Titles): BodySchema {
  const titled = Object.entries(titles).flatMap(([name, titleOf]) => {
    const schema = body.properties[name]
    return schema ? [[name, titledSchema(schema, titleOf)] as const] : []
  })
  return { ...body, properties: { ...body.properties, ...Object.fromEntries(titled) } }
}

function titledSchema(schema: Schema, titleOf: (choice: string) => string): Schema {
  const { schema: inner, nullable } = unwrap(schema)
  if (inner.type === 'array') return { ...inner, items: titledSchema(itemsOf(inner), titleOf) }
  const anyOf: Schema[] = choicesOf(inner).map((choice) => ({ const: choice, title: titleOf(choice) }))
  return { anyOf: nullable ? [...anyOf, { type: 'null' }] : anyOf }
}

export type Titles = Record<string, (choice: string) => string>

/** The words that a field may hold, where it may hold only some. */
export function choicesOf(schema: Schema): string[] {
  const inner = unwrap(schema).schema
  if (inner.enum) return inner.enum
  const all = inner.anyOf ?? []
  return all.every((each) => typeof each.const === 'string') ? all.map((each) => each.const!) : []
}

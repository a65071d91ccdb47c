import type { TObject, TSchema } from 'typebox'
import type { AnyAction } from '#api/crud/action.ts'
import type { Domain } from '#api/crud/domain.ts'
import { untyped } from '#api/crud/query.ts'
import type { Resource } from '#api/crud/resource.ts'
import { domains, resources } from '#api/domains.ts'
import { tables } from '#db/tables/index.ts'
import type { Network } from '../../network.ts'
import { day } from '../../seeds/college.ts'
import type { Whose } from './whose.ts'

/** Rows and bodies of a plain resource, by its schemas. Those that need more say so in `things.ts` and `requests.ts`. */

/** Creates a row: the columns without a default, and whose it is. @returns its id */
export async function plainRow(db: Network['db'], name: string, whose: Whose): Promise<number> {
  const { columns, defaults } = tables.find((table) => table.name === resourceOf(name).table)!
  const required = Object.keys(columns).filter((column) => !(defaults as readonly string[]).includes(column))
  const insert = untyped(db)
    .insertInto(resourceOf(name).table)
    .values(valuesOf(name, columns, required, whose))
  return (await insert.returning('id').executeTakeFirstOrThrow()).id as number
}

/** The body of a new row: what it must have, and whose it is. */
export function plainBody(name: string, whose: Whose): object {
  const { properties, required = [] } = resourceOf(name).create!.body
  return valuesOf(name, properties, required, whose)
}

/**
 * What an action needs: the organisation, the row of the resource that its path begins with, and plain values.
 *
 * @returns null where the route is no action
 */
export function plainRequest(route: string, whose: Whose, makeRow: (name: string) => Promise<number>) {
  const action = actions.get(route)
  return action ? requestFor(action, whose, makeRow) : null
}

async function requestFor({ path, body, query }: Action, whose: Whose, makeRow: (name: string) => Promise<number>) {
  const { properties, required = [] } = (body ?? query ?? { properties: {} }) as TObject
  const rest = required.filter((field) => field !== 'id')
  const row = 'id' in properties && { id: await makeRow(path.split('/')[0]!) }
  return { ...row, ...valuesOf(path, properties, rest, whose) }
}

/** The body of a change: the row's name, or another text. */
export function plainChange(name: string): object {
  const { properties } = resourceOf(name).update!.body
  const texts = Object.keys(properties).filter((field) => isText(properties[field]!))
  const field = ['name', 'title', 'subject', 'question'].find((each) => texts.includes(each)) ?? texts[0]
  if (!field) throw new Error(`No text of ${name} can be changed: say in requests.ts what a change is.`)
  return { [field]: unique() }
}

let made = 0
export const unique = () => `thing-${++made}`

function valuesOf(name: string, schemas: Record<string, TSchema>, required: readonly string[], whose: Whose): object {
  const belonging = Object.entries(belongingOf(whose)).filter(([field]) => field in schemas)
  const rest = required.filter((field) => !(field in belongingOf(whose)))
  const values = rest.map((field) => [field, plainValue(schemas[field]!, `${name}.${field}`)])
  return Object.fromEntries([...belonging, ...values])
}

const belongingOf = ({ organisation_id, owner, other }: Whose) => ({
  organisation_id,
  owner_user_id: owner,
  user_id: owner ?? other,
})

function plainValue(schema: TSchema, name: string): unknown {
  const { anyOf, const: literal, enum: words, type, format, minimum, pattern } = schema as Described
  const choices = anyOf ?? []
  if (choices.some((choice) => (choice as Described).type === 'null')) return null
  if (choices.length > 0) return plainValue(choices[0]!, name)
  if (literal !== undefined) return literal
  if (words) return words[0]
  if (type === 'boolean') return false
  if (type === 'integer' && !/_id$/.test(name)) return minimum ?? 1
  if (format === 'email' || /\.email$/.test(name)) return `${unique()}@example.com`
  if (format === 'date') return day(-1)
  if (format === 'date-time') return '2090-01-01T00:00:00Z'
  if (type === 'string' && !format && fits(pattern)) return unique()
  throw new Error(`${name} has no plain value: say in things.ts and requests.ts what it is.`)
}

function isText(schema: TSchema): boolean {
  const { anyOf = [], type, format, enum: words, pattern } = schema as Described
  if (anyOf.length > 0) return anyOf.some(isText)
  return type === 'string' && !format && !words && fits(pattern)
}

const fits = (pattern = '') => new RegExp(pattern, 'u').test('thing-1')

function resourceOf(name: string): Resource {
  return (resources as unknown as Record<string, Resource>)[name]!
}

type Action = Pick<AnyAction, 'method' | 'path' | 'body' | 'query'>
const actions = new Map(
  (domains as Domain[])
    .flatMap(({ actions, always = [] }) => [...actions, ...always])
    .flatMap((entry) => (typeof entry === 'function' ? [] : [[`${entry.method} ${entry.path}`, entry as Action]])),
)

type Described = {
  anyOf?: TSchema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  format?: string
  minimum?: number
  pattern?: string
}

/** Inserts a row. @returns its id */
// biome-ignore lint/suspicious/noExplicitAny: an insert into any table
export const id = async (insert: { returning: any }): Promise<number> =>
  (await insert.returning('id').executeTakeFirstOrThrow()).id

/** Whose a new row is. */
export const owned = ({ organisation_id, owner }: Whose) => ({ organisation_id, owner_user_id: owner })

import type { Random } from '../../scripts/simulate/random.ts'

// biome-ignore lint/suspicious/noExplicitAny: OpenAPI is untyped
type Any = any

/** The requests that a document of OpenAPI describes, but those left out: `METHOD path` below /api/v1/. */
export function routesOf(document: Any, left_out: ReadonlySet<string>): Route[] {
  return Object.entries<Any>(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries<Any>(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase() as 'GET',
        path,
        query: parameters.filter((p: Any) => p.in === 'query'),
        body: requestBody?.content['application/json'].schema,
      })),
    )
    .filter(({ method, path }) => !left_out.has(`${method} ${path.slice('/api/v1/'.length)}`))
}

/** A request to one of the routes with random values, as `inject` of Fastify takes it. */
export function randomRequest(random: Random, routes: Route[], of: Values, token: string) {
  const { method, path, query, body } = pick(random, routes)
  return {
    method,
    url: path,
    headers: { authorization: `Bearer ${token}` },
    query: Object.fromEntries(
      query.filter((p) => isIncluded(random, p)).map((p) => [p.name, String(made(random, of, p.name, p.schema))]),
    ),
    ...(body && { payload: made(random, of, '', body) as object }),
  }
}

/** Those that are always given, and those that now and then are: a cursor of another list is refused. */
const isIncluded = (random: Random, { name, required }: Any) => required || random() < (name === 'after' ? 0.02 : 0.4)

/** A value that usually fits the schema. */
function made(random: Random, of: Values, name: string, schema: Any): unknown {
  const choices = schema.anyOf ?? schema.enum
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, choices)
  if (schema.anyOf) return made(random, of, name, pick(random, choices))
  if (/(^|_)organisation_id$/.test(name)) return pick(random, of.organisation_ids)
  if (/user_id$/.test(name)) return pick(random, of.user_ids)
  if (/(^|_)ids?$/.test(name) && schema.type === 'integer') return pick(random, of.ids)
  if (name === 'coordinates') return [Math.floor(random() * 100), Math.floor(random() * 80)]
  if (schema.type === 'object') {
    const required = new Set(schema.required ?? [])
    const fields = Object.entries<Any>(schema.properties ?? {}).filter(([key]) => required.has(key) || random() < 0.3)
    return Object.fromEntries(fields.map(([key, child]) => [key, made(random, of, key, child)]))
  }
  if (schema.type === 'array') return [made(random, of, name, schema.items)]
  if (schema.type === 'integer' || schema.type === 'number') return (schema.minimum ?? 0) + Math.floor(random() * 20)
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'null') return null
  if (schema.format === 'date') return pick(random, ['1990-01-01', '2026-01-01'])
  if (schema.format === 'date-time') return pick(random, ['1990-01-01T00:00:00Z', '2026-01-01T00:00:00Z'])
  return pick(random, [
    'Depot',
    'Car',
    'thing',
    `${Math.floor(random() * 1e6)}`,
    'a@example.com',
    'UTC',
    'NZD',
    'tracker',
  ])
}

export const pick = <T>(random: Random, list: T[]): T => list[Math.floor(random() * list.length)]!

type Route = { method: 'GET'; path: string; query: Any[]; body: Any }
/** The ids that requests name. */
export type Values = { organisation_ids: number[]; user_ids: number[]; ids: number[] }

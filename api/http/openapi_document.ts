import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/**
 * Serves the OpenAPI document at /api/openapi.json: made with the first request and kept, with what is repeated in it
 * under `components`, which makes it a tenth of its size.
 */
export function addOpenApiDocument(app: FastifyInstance): void {
  let made: { text: string; zipped: Buffer; etag: string } | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    made ??= make(compact(app.swagger() as unknown as OpenApi))
    reply.header('etag', made.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === made.etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(made.text)
    return reply.header('content-encoding', 'gzip').send(made.zipped)
  })
}

/** The page's own routes would write the whole document for each request: they lead to the one that is kept. */
export const readDocument: onRequestHookHandler = ({ routeOptions }, reply, done) => {
  if (!/\/(json|yaml)$/.test(routeOptions.url ?? '')) return done()
  reply.redirect('/api/openapi.json')
}

function make(document: OpenApi) {
  const text = JSON.stringify(document)
  return {
    text,
    zipped: gzipSync(text),
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  }
}

/** Errors are the same for all routes, and a row is in the answers of its list and of its verbs. */
export function compact(document: OpenApi): OpenApi {
  const responses = new Components()
  const schemas = new Components()
  const paths = mapValues(document.paths, (operations, path) =>
    mapValues(operations, (operation) => ({
      ...operation,
      ...(operation.responses && {
        responses: mapValues(operation.responses, (response, status) => {
          if (Number(status) >= 400) return responses.refer(`Error${status}`, '#/components/responses', response)
          return withRow(response, schemas, path)
        }),
      }),
    })),
  )
  const components = { ...document.components, responses: responses.all, schemas: schemas.all }
  return { ...document, paths, components }
}

function withRow(response: Json, schemas: Components, path: string): Json {
  const content = response.content as Record<string, { schema?: Envelope }> | undefined
  const envelope = content?.['application/json']?.schema
  const data = envelope?.properties?.data
  if (!data) return response
  const name = path.replace(/^\/api\/v1\//, '').replace(/[^A-Za-z0-9]+/g, '_')
  const refer = (row: Json) => schemas.refer(name, '#/components/schemas', row)
  const shared = data.type === 'array' && data.items ? { ...data, items: refer(data.items as Json) } : refer(data)
  const schema = { ...envelope, properties: { ...envelope.properties, data: shared } }
  return { ...response, content: { ...content, 'application/json': { schema } } }
}

/** Parts by their contents, each with one name. */
class Components {
  readonly all: Record<string, Json> = {}
  readonly #names = new Map<string, string>()

  refer(wanted: string, at: string, part: Json): Json {
    const key = JSON.stringify(part)
    let name = this.#names.get(key)
    if (name === undefined) {
      name = wanted
      for (let n = 2; name in this.all; n++) name = `${wanted}_${n}`
      this.#names.set(key, name)
      this.all[name] = part
    }
    return { $ref: `${at}/${name}` }
  }
}

const mapValues = <T, U>(of: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]))

type Json = Record<string, unknown>
type Envelope = Json & { properties?: Json & { data?: Json } }
type OpenApi = { paths: Record<string, Record<string, { responses?: Record<string, Json> }>>; components?: Json }

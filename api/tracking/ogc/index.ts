import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'
import { rates } from '../../http/limits/rates.ts'
import { callerOfKey, HOW, keyIn } from '../by_key/caller.ts'
import { Rest } from '../by_key/rest.ts'
import { type Collection, collections } from './collections.ts'
import { allCollections, collectionOf, conformance, definition, GEOJSON, landing, OPENAPI } from './documents.ts'
import { type By, readFeature, readFeatures } from './features.ts'
import { type ItemsRequest, idOf, itemRequest, itemsRequest, textsOf } from './request.ts'

export const OGC = '/ogc'

/**
 * Adds OGC API – Features, to read only: GIS programs open trackers, boundaries, trips, stops and visits as layers. What it
 * answers is asked of the REST API with the same key.
 */
export async function addOgcApi(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (instance) => {
    await instance.register(rateLimit, rates(context.config.http_rate))
    instance.addHook('onError', async (_request, reply, error) => {
      if (error instanceof AppError && error.code === 'unauthorized') {
        reply.header('www-authenticate', 'Basic realm="Ringfence", charset="UTF-8"')
      }
    })
    const by = (request: FastifyRequest) => identify(app, context, request)
    addDocuments(instance, context, by)
    addItems(instance, context, by)
    refuseOthers(instance)
  })
}

/** What says nothing of an organisation is open, so that programs find out how to sign in. */
function addDocuments(instance: FastifyInstance, context: ApiContext, by: Identify): void {
  const schema = { hide: true }
  const add = (path: string, make: (base: string) => unknown, type = 'application/json') =>
    instance.get(`${OGC}${path}`, { schema }, async (request, reply) => {
      textsOf(request.query, ['f'])
      return send(reply, type, make(baseOf(request, context)))
    })
  add('', landing)
  add('/', landing)
  add('/conformance', () => conformance)
  add('/api', definition, OPENAPI)
  instance.get(`${OGC}/collections`, { schema }, async (request) => {
    textsOf(request.query, ['f'])
    await by(request)
    return allCollections(baseOf(request, context))
  })
  instance.get<OfCollection>(`${OGC}/collections/:collection`, { schema }, async (request) => {
    textsOf(request.query, ['f'])
    await by(request)
    return collectionOf(baseOf(request, context), collectionIn(request.params.collection))
  })
}

function addItems(instance: FastifyInstance, context: ApiContext, by: Identify): void {
  const schema = { hide: true }
  const items = `${OGC}/collections/:collection/items`
  instance.get<OfCollection>(items, { schema }, async (request, reply) => {
    const caller = await by(request)
    const collection = collectionIn(request.params.collection)
    const asked = itemsRequest(request.query, collection)
    const { features, next, total } = await readFeatures(caller, collection, asked)
    const base = `${baseOf(request, context)}/collections/${collection.id}`
    reply.header('content-crs', `<${asked.crs}>`)
    return send(reply, GEOJSON, {
      type: 'FeatureCollection',
      timeStamp: new Date().toISOString(),
      ...(total !== undefined && asked.cursor === undefined && { numberMatched: total }),
      numberReturned: features.length,
      links: linksOf(base, asked, next),
      features,
    })
  })
  instance.get<OfCollection & { Params: { id: string } }>(`${items}/:id`, { schema }, async (request, reply) => {
    const caller = await by(request)
    const collection = collectionIn(request.params.collection)
    const { system, crs } = itemRequest(request.query)
    const id = idOf(request.params.id)
    const feature = id === null ? null : await readFeature(caller, collection, { id, system })
    if (!feature) throw new AppError('not_found', `There is no such item in ${collection.id}.`)
    const base = `${baseOf(request, context)}/collections/${collection.id}`
    const links = [
      { rel: 'self', type: GEOJSON, href: `${base}/items/${feature.id}` },
      { rel: 'collection', type: 'application/json', href: base },
    ]
    reply.header('content-crs', `<${crs}>`)
    return send(reply, GEOJSON, { ...feature, links })
  })
}

/** The page itself, and the next one of the same request. */
function linksOf(base: string, { texts, limit }: ItemsRequest, next: string | undefined) {
  const link = (rel: string, more: Record<string, string>) => {
    const given = Object.entries({ ...texts, ...more }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    const query = new URLSearchParams(given)
    return { rel, type: GEOJSON, href: `${base}/items${query.size > 0 ? `?${query}` : ''}` }
  }
  return [
    link('self', {}),
    ...(next === undefined ? [] : [link('next', { limit: String(limit), cursor: next })]),
    { rel: 'collection', type: 'application/json', href: base },
  ]
}

async function identify(app: FastifyInstance, context: ApiContext, request: FastifyRequest): Promise<By> {
  const { authorization } = request.headers
  if (!authorization) throw new AppError('unauthorized', `Please give an API key. ${HOW}`)
  const caller = await callerOfKey({ app, context }, request, keyIn(authorization))
  // The log names its organisation.
  request.viewer = caller.viewer
  return { rest: new Rest(app, request, caller), context, caller, request }
}

function collectionIn(id: string): Collection {
  const collection = collections.find((each) => each.id === id)
  if (collection) return collection
  throw new AppError(
    'not_found',
    `There is no such collection; there are ${collections.map((each) => each.id).join(', ')}.`,
  )
}

/** As the program has found this server: behind a proxy with https, too. */
function baseOf({ protocol, host }: FastifyRequest, { config: { public_url } }: ApiContext): string {
  const is_public = new URL(public_url).host === host
  return `${is_public ? public_url.replace(/\/$/, '') : `${protocol}://${host}`}${OGC}`
}

function send(reply: FastifyReply, type: string, body: unknown) {
  return reply.type(type).send(JSON.stringify(body))
}

function refuseOthers(instance: FastifyInstance): void {
  const schema = { hide: true }
  for (const url of [OGC, `${OGC}/*`]) {
    instance.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      schema,
      handler: (_request, reply) =>
        reply.code(405).header('allow', 'GET, HEAD').send({ message: 'It can only be read.' }),
    })
  }
  instance.get(`${OGC}/*`, { schema }, async () => {
    throw new AppError('not_found', `There is nothing here; ${OGC} has links to all there is.`)
  })
}

type Identify = (request: FastifyRequest) => Promise<By>
type OfCollection = { Params: { collection: string } }

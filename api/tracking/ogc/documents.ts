import { version } from '#db/version.ts'
import { type Collection, collections } from './collections.ts'
import { CRS84, crsNames } from './crs.ts'
import { USUAL } from './request.ts'
import { DAY_MS } from './times.ts'

export const GEOJSON = 'application/geo+json'
export const OPENAPI = 'application/vnd.oai.openapi+json;version=3.0'

const conforms = 'http://www.opengis.net/spec/ogcapi-features'
export const conformance = {
  conformsTo: [
    `${conforms}-1/1.0/conf/core`,
    `${conforms}-1/1.0/conf/oas30`,
    `${conforms}-1/1.0/conf/geojson`,
    `${conforms}-2/1.0/conf/crs`,
  ],
}

/** @param base the address of the landing page */
export const landing = (base: string) => ({
  title: 'Ringfence',
  description: 'Trackers, boundaries, trips, stops and visits, by an API key with the scope Read.',
  links: [
    { rel: 'self', type: JSON_TYPE, title: 'This document', href: base },
    { rel: 'service-desc', type: OPENAPI, title: 'The definition of the API', href: `${base}/api` },
    { rel: 'conformance', type: JSON_TYPE, title: 'What it conforms to', href: `${base}/conformance` },
    { rel: 'data', type: JSON_TYPE, title: 'The collections', href: `${base}/collections` },
  ],
})

export const allCollections = (base: string) => ({
  links: [{ rel: 'self', type: JSON_TYPE, href: `${base}/collections` }],
  crs: crsNames,
  collections: collections.map((each) => collectionOf(base, each)),
})

export function collectionOf(base: string, { id, title, description, days }: Collection) {
  const begin = days === undefined ? null : new Date(Date.now() - days * DAY_MS).toISOString()
  return {
    id,
    title,
    description,
    itemType: 'feature',
    extent: {
      spatial: { bbox: [[-180, -90, 180, 90]], crs: CRS84 },
      ...(begin && { temporal: { interval: [[begin, null]] } }),
    },
    crs: crsNames,
    storageCrs: CRS84,
    links: [
      { rel: 'self', type: JSON_TYPE, href: `${base}/collections/${id}` },
      { rel: 'items', type: GEOJSON, title, href: `${base}/collections/${id}/items` },
    ],
  }
}

/** The definition of the API, in which programs find the most items of a page. */
export const definition = (base: string) => ({
  openapi: '3.0.3',
  info: { title: 'Ringfence as OGC API – Features', version },
  servers: [{ url: base }],
  security: [{ basic: [] }, { bearer: [] }],
  paths: {
    '/': { get: operation('landing', 'The landing page', { security: [] }) },
    '/conformance': { get: operation('conformance', 'What it conforms to', { security: [] }) },
    '/collections': { get: operation('collections', 'The collections') },
    ...Object.fromEntries(collections.flatMap(pathsOf)),
  },
  components: {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic', description: 'Any name, and an API key as the password' },
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
    },
  },
})

function pathsOf(collection: Collection) {
  const { id, title, most, filters } = collection
  const own = Object.entries(filters).map(([name, type]) => inQuery(name, `Only those with this ${name}`, { type }))
  const limit = { type: 'integer', minimum: 1, maximum: most, default: Math.min(USUAL, most) }
  const crs = inQuery('crs', 'The system of the coordinates in the answer', { type: 'string', enum: crsNames })
  const parameters = [
    inQuery('limit', 'The most items of the answer', limit),
    {
      ...inQuery('bbox', 'Only what meets this box; across 180° its first longitude is greater than the other', {
        type: 'array',
        oneOf: [4, 6].map((count) => ({ minItems: count, maxItems: count })),
        items: { type: 'number' },
      }),
      style: 'form',
      explode: false,
    },
    inQuery('bbox-crs', 'The system of the box', { type: 'string', enum: crsNames, default: CRS84 }),
    inQuery('datetime', 'A time, or two with / between; one may be ..', { type: 'string' }),
    crs,
    inQuery('cursor', 'Of the link to the next page', { type: 'string' }),
    ...own,
  ]
  const feature = { name: 'featureId', in: 'path', required: true, schema: { type: 'integer' } }
  return [
    [`/collections/${id}`, { get: operation(`${id}.collection`, `About: ${title}`) }],
    [`/collections/${id}/items`, { get: operation(`${id}.items`, title, { parameters, type: GEOJSON }) }],
    [
      `/collections/${id}/items/{featureId}`,
      { get: operation(`${id}.item`, `One of: ${title}`, { parameters: [feature, crs], type: GEOJSON }) },
    ],
  ]
}

function operation(operationId: string, summary: string, { type = JSON_TYPE, ...more }: More = {}) {
  const content = { [type]: { schema: { type: 'object' } } }
  return { operationId, summary, ...more, responses: { 200: { description: summary, content } } }
}
type More = { type?: string; parameters?: unknown[]; security?: never[] }

const inQuery = (name: string, description: string, schema: unknown) => ({ name, in: 'query', description, schema })
const JSON_TYPE = 'application/json'

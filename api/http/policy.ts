import type { FastifyInstance } from 'fastify'
import type { Backend } from './backends.ts'

/** The OpenAPI document's general part. */
export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Ringfence',
    version: '1',
    description:
      'GET reads, PUT creates, POST updates, DELETE deletes. Sign in at `user/signin` and send the token, or ' +
      'an API key as `Authorization: Bearer …`. Times are UTC, lengths metres, speeds metres per second, headings degrees from north.',
  },
  components: {
    securitySchemes: {
      token: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' },
      api_key: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'rf_…', description: 'An API key of a person' },
    },
  },
  security: [{ token: [] }, { api_key: [] }] as Record<string, string[]>[],
}

/** Settings that the content security policy depends on; updated whenever they are read or changed. */
export type Site = {
  /** Origins of the offered base maps. */
  map_origins: string[]
  /** Whether there is a style that may name any host for its tiles. */
  map_any_host: boolean
  /** The origin of the website's icon, and of what counts visits; null without one. */
  icon_origin: string | null
  analytics: Analytics | null
}

/** Where a script that counts visits comes from, and where it may send to: origins, of which some have a wildcard. */
export type Analytics = { script: string; sends: string }

/** The page loads from this server only, and from the hosts of base maps, other regions, the icon and analytics. */
export function contentSecurity(site: Site, backends: Backend[]) {
  const regions = backends.map(({ baseURL }) => new URL(baseURL).origin)
  const sockets = regions.map((origin) => origin.replace('http', 'ws'))
  const map = () => site.map_origins.join(' ')
  const icon = () => site.icon_origin ?? ''
  const script = () => site.analytics?.script ?? ''
  const counts = () => site.analytics?.sends ?? ''
  const tiles = () => (site.map_any_host ? 'https:' : '')
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", script],
      // Mantine and MapLibre set styles on elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...regions, map, tiles, icon, counts],
      // Files of another region.
      mediaSrc: ["'self'", ...regions],
      frameSrc: ["'self'", ...regions],
      connectSrc: ["'self'", ...regions, ...sockets, map, tiles, counts],
      fontSrc: ["'self'", 'data:', map],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  }
}

/** Pages of these origins may call the API. They send tokens, not cookies, so no credentials are allowed. */
export const crossOrigin = (origin: string[]) => ({
  origin,
  methods: ['GET', 'PUT', 'POST', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
  exposedHeaders: ['Content-Disposition', 'Idempotency-Replayed'],
  maxAge: 600,
})

/**
 * Answers are private and current by default, which static files of the web client override. A browser that is led to an
 * answer of the API saves it, and takes it for nothing else.
 */
export function addAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('onSend', async (request, reply) => {
    const is_json = String(reply.getHeader('content-type')).startsWith('application/json')
    if (!is_json || !request.url.startsWith('/api/') || reply.hasHeader('content-disposition')) return
    reply.header('content-disposition', 'attachment; filename="api.json"')
  })
}

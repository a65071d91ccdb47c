import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isWithin } from '#db/networks.ts'
import { isSame } from '#messages/signature.ts'
import type { ApiConfig, ApiContext } from '../context.ts'
import { AppError } from './errors.ts'

/** For whoever runs the server: alive, ready, and Prometheus' figures. */
export function addHealth(app: FastifyInstance, { config, db, registry, healthy }: ApiContext): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const ready = database && healthy()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting', database, ingest: healthy() })
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    checkReader(request, config)
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}

/**
 * The figures say much about an installation: how many devices it has, which of them were refused, what waits.
 *
 * @throws {AppError} unauthorized for a wrong token, forbidden from elsewhere
 */
function checkReader(request: FastifyRequest, { metrics_token, trust_proxy }: ApiConfig): void {
  if (metrics_token !== null) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${metrics_token}`)) return
    throw new AppError('unauthorized', 'The figures are for whoever gives METRICS_TOKEN as a bearer token.')
  }
  // A proxy that nobody has named stands on this machine or beside it, and asks for people from anywhere.
  const { forwarded, 'x-forwarded-for': forwarded_for } = request.headers
  const is_passed_on = trust_proxy.length === 0 && (forwarded !== undefined || forwarded_for !== undefined)
  if (isWithin(PRIVATE, request.ip) && !is_passed_on) return
  throw new AppError('forbidden', 'The figures are for private networks only, unless METRICS_TOKEN is set.')
}

/** This machine, and the networks beside it (RFC 1918, RFC 4193, RFC 3927, RFC 4291). */
const PRIVATE = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isWithin } from '#db/networks.ts'
import { isSame } from '#messages/signature.ts'
import type { ApiConfig, ApiContext } from '../../context.ts'
import { isLocalUrl } from '../addresses/this_machine.ts'
import { AppError } from '../errors.ts'

/** Liveness, readiness and Prometheus metrics. */
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
 * Metrics reveal details of an installation: its number of devices, refusals, queue lengths.
 *
 * @throws {AppError} unauthorized for a wrong token, forbidden from other networks
 */
function checkReader(request: FastifyRequest, { metrics_token, trust_proxy, public_url }: ApiConfig): void {
  if (metrics_token !== null) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${metrics_token}`)) return
    throw new AppError('unauthorized', 'Metrics need METRICS_TOKEN as a bearer token.')
  }
  // A proxy on this machine may pass requests of the public on without a header that says so.
  if (!isLocalUrl(public_url)) {
    throw new AppError('forbidden', 'Metrics need METRICS_TOKEN where PUBLIC_URL is the address of another machine.')
  }
  // An untrusted proxy on a private network may forward requests from other networks.
  const { forwarded, 'x-forwarded-for': forwarded_for } = request.headers
  const is_passed_on = trust_proxy.length === 0 && (forwarded !== undefined || forwarded_for !== undefined)
  if (isWithin(PRIVATE, request.ip) && !is_passed_on) return
  throw new AppError('forbidden', 'Metrics are for private networks only, unless METRICS_TOKEN is set.')
}

/** This machine, and the networks beside it (RFC 1918, RFC 4193, RFC 3927, RFC 4291). */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

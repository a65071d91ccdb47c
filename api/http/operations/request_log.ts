import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import { version } from '#db/version.ts'
import type { ApiContext } from '../../context.ts'

/** 72 random bits: short enough to be read out over the telephone. */
export const makeRequestId = () => randomBytes(9).toString('base64url')

/**
 * Every answer carries its request's id (`x-request-id`), and is logged and counted by method, route and status. The
 * log has the pattern of the route, never the address: addresses hold tokens and positions. Who was refused (403) is in
 * the log with their id and network address.
 */
export function addRequestLog(app: FastifyInstance, { log, registry }: Pick<ApiContext, 'log' | 'registry'>): void {
  const requests = new Counter({
    name: 'ringfence_http_requests_total',
    help: 'Requests answered, by route and status; the route is "none" where none matched',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'ringfence_http_request_seconds',
    help: 'Time from a request to the end of its answer, by route',
    labelNames: ['method', 'route'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers: [registry],
  })
  // The version tells a page that was loaded before an upgrade that it is outdated.
  app.addHook(
    'onRequest',
    async ({ id }, reply) => void reply.header('x-request-id', id).header('x-ringfence-version', version),
  )
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = routeOf(request)
    const status = statusOf(reply)
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, reply.elapsedTime / 1000)
    const entry = {
      method,
      route,
      status,
      ms: Math.round(reply.elapsedTime),
      organisation: organisationOf(request),
      request_id: request.id,
      ...(status === 403 && { user: request.viewer?.user_id ?? null, ip: request.ip }),
    }
    log[levelOf(route, status)](entry, 'request')
  })
}

/** 499, as proxies write it: the client has left before the answer was complete. */
const statusOf = ({ raw, statusCode }: FastifyReply) => (raw.writableFinished ? statusCode : 499)

const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** Probes and scrapes come every few seconds, and say nothing while they succeed. */
function levelOf(route: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 500) return 'error'
  // 501: the feature is switched off. 403: the person lacks the right.
  if (status > 501 || status === 403) return 'warn'
  return ['/healthz', '/readyz', '/metrics'].includes(route) ? 'debug' : 'info'
}

/** The organisation that the request names, else the only one of the viewer; null if neither says. */
function organisationOf({ query, body, viewer }: FastifyRequest): number | null {
  const named = [query, body].map((input) => Number((input as OrganisationScoped)?.organisation_id))
  const [first] = named.filter((id) => Number.isSafeInteger(id) && id > 0)
  if (first !== undefined) return first
  return viewer?.memberships.length === 1 ? viewer.memberships[0]!.organisation_id : null
}

type OrganisationScoped = { organisation_id?: unknown } | null | undefined

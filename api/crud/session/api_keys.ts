import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { KeyScope } from '#db/tables/people/api_key.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../viewer.ts'
import { namesAddresses } from './impersonation.ts'

/**
 * The scope that API keys need for the routes of a domain, and of single ones where it differs: null refuses all keys.
 * What is not named here is refused, so that a new route is open to keys only by decision.
 */
export type KeyRules = {
  read?: KeyScope | null
  write?: KeyScope | null
  /** By method and path below `/api/v1/`, such as `GET users`. */
  routes?: Record<string, KeyScope | null>
}

/** The scope that a key needs for a route; null if it is refused to all. */
export function scopeOf(rules: KeyRules, method: string, path: string): KeyScope | null {
  const { read = null, write = null, routes = {} } = rules
  const verb = method === 'HEAD' ? 'GET' : method
  const named = routes[`${verb} ${path}`]
  return named !== undefined ? named : verb === 'GET' ? read : write
}

/**
 * Checks each request by an API key: its rate, half of what an address may ask, so that one script does not stop the
 * others of its network; its scopes. Notes its last use, at most once a minute and after the answer.
 */
export function addKeys(app: FastifyInstance, db: Db, http_rate: number): void {
  const withinRate = app.createRateLimit({
    max: Math.ceil(http_rate / 2) * WINDOW_S,
    timeWindow: WINDOW_S * 1000,
    keyGenerator: ({ viewer }: FastifyRequest) => `key ${viewer!.api_key!.id}`,
  })
  // Before the body is validated: a refused caller learns nothing of it.
  app.addHook('preValidation', async (request) => {
    if (!request.viewer?.api_key) return
    const rate = await withinRate(request)
    if (!rate.isAllowed && rate.isExceeded) {
      throw new AppError('too_many_requests', undefined, undefined, rate.ttlInSeconds)
    }
    checkKey(request)
  })
  app.addHook('onResponse', async ({ viewer, log }) => {
    if (!viewer?.api_key?.unnoted) return
    await noteUse(db, viewer).catch((error) => log.warn({ err: error }, 'noting the use of an API key failed'))
  })
}
const WINDOW_S = 10

export const noteUse = (db: Db, { api_key, ip }: Viewer) =>
  sql`update api_key set last_used_at = now(), last_used_ip = ${ip} where id = ${api_key!.id}
    and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)

/** Public routes answer to a key as to a guest. */
export function asGuest(request: FastifyRequest): void {
  const { security } = (request.routeOptions.schema ?? {}) as { security?: unknown[] }
  if (request.viewer?.api_key && security?.length === 0) request.viewer = null
}

/**
 * Refuses what the scopes of an API key do not allow. What would last longer than the key needs the scope `admin`.
 *
 * @throws {AppError} forbidden
 */
function checkKey({ viewer, method, body, routeOptions }: FastifyRequest): void {
  if (!viewer?.api_key) return
  const { key_scope = null, lasting } = routeOptions.config
  if (!key_scope) throw new AppError('forbidden', 'API keys may not do that. Please sign in.')
  const addressed = method !== 'GET' && namesAddresses(body)
  const needed = key_scope === 'write' && (lasting || addressed) ? 'admin' : key_scope
  checkScope(viewer, needed)
}

/** @throws {AppError} forbidden to API keys without the scope */
function checkScope({ api_key }: Viewer, scope: KeyScope): void {
  if (!api_key || api_key.scopes.includes(scope)) return
  throw new AppError('forbidden', `This API key has not the scope ${scope}.`)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that API keys need; without it they are refused. */
    key_scope?: KeyScope | null
  }
}

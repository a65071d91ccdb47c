import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type { ApiContext } from './context.ts'
import { addConflictLimits } from './crud/conflicts.ts'
import { addDomain } from './crud/domain.ts'
import { addKeys, asGuest } from './crud/session/api_keys.ts'
import { checkHold } from './crud/session/hold.ts'
import { forbidLastingRights } from './crud/session/impersonation.ts'
import { limitToPasswordChange } from './crud/session/password_change.ts'
import { checkSecondFactor } from './crud/session/second_factor.ts'
import { readToken, tokenOf } from './crud/session/tokens.ts'
import { loadViewer } from './crud/viewer.ts'
import { domains } from './domains.ts'
import { networkOf } from './http/addresses/network_of.ts'
import { addCancelling } from './http/cancelling.ts'
import { addCompression } from './http/compression.ts'
import { AppError } from './http/errors.ts'
import { addErrorHandling } from './http/failures.ts'
import { addIdempotency } from './http/idempotency.ts'
import { addBodyDeadline, boundHeaders } from './http/limits/body_deadline.ts'
import { boundConnections } from './http/limits/connections.ts'
import { addDepthLimit } from './http/limits/depth.ts'
import { addOpenApiDocument, readDocument } from './http/openapi_document.ts'
import { addHealth } from './http/operations/health.ts'
import { addRequestLog, makeRequestId } from './http/operations/request_log.ts'
import { addAnswerHeaders, contentSecurity, crossOrigin, openapi } from './http/policy.ts'
import { addValidation } from './http/schemas/validation.ts'
import { addWeb } from './http/web.ts'
import { addAdminOverview } from './overview.ts'
import { addTasks } from './tasks.ts'

/** The HTTP server: plugins, then resources, then actions. It does not listen yet. */
export async function makeApp(context: ApiContext): Promise<FastifyInstance> {
  const { config, db, site } = context
  const app: FastifyInstance = fastify({
    loggerInstance: context.log as unknown as FastifyBaseLogger,
    // Replaced by `addRequestLog`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: makeRequestId,
    bodyLimit: 4 * 1024 * 1024,
    // Uploads have no fixed time limit, see `addBodyDeadline`.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    ...boundHeaders(),
    ...(config.trust_proxy.length > 0 && { trustProxy: config.trust_proxy }),
  })
  app.server.maxConnections = config.http_connections
  boundConnections(app.server, config, (network) =>
    context.log.warn({ network }, 'too many connections from one address'),
  )
  listRoutes(app)
  addAnswerHeaders(app)
  addRequestLog(app, context)
  addBodyDeadline(app)
  // Its body would be a string, which the schemas refuse as if it were JSON of another form.
  app.removeContentTypeParser('text/plain')
  addValidation(app, config.check_answers)
  addErrorHandling(app)
  addCompression(app)
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(site, config.backends),
    // HSTS lasts in the browser, so it is sent only where people use https.
    strictTransportSecurity: config.public_url.startsWith('https:') && { maxAge: 180 * 24 * 3600 },
  })
  const others = config.backends.map(({ baseURL }) => new URL(baseURL).origin)
  const origins = [...new Set([...config.cors_origins, ...others])]
  if (origins.length > 0) await app.register(cors, crossOrigin(origins))
  await app.register(jwt, { secret: config.jwt_secret, verify: { algorithms: ['HS256'] } })
  await app.register(swagger, { openapi })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, uiHooks: { onRequest: readDocument } })
  addOpenApiDocument(app)

  app.decorateRequest('viewer', null)
  await app.register(
    async (instance) => {
      const v1 = instance.withTypeProvider<TypeBoxTypeProvider>()
      await v1.register(rateLimit, rates(config.http_rate))
      v1.addHook('onRequest', async (request) => {
        const token = tokenOf(request.headers.authorization)
        if (token) request.viewer = await loadViewer(db, readToken(app, token), request.ip)
        asGuest(request)
        if (request.viewer?.password_change_required) limitToPasswordChange(request)
        else checkSecondFactor(request)
      })
      v1.addHook('preHandler', async (request) => checkHold(request))
      addKeys(v1, db, config.http_rate)
      v1.addHook('preHandler', async (request) => forbidLastingRights(request))
      addDepthLimit(v1)
      addCancelling(v1)
      addConflictLimits(v1, context, Object.assign({}, ...domains.map(({ conflicts }) => conflicts)))
      addIdempotency(v1, context)
      for (const domain of domains) await addDomain(v1, context, domain, domains)
      addTasks(v1, context, domains)
      addAdminOverview(v1, context, domains)
    },
    { prefix: '/api/v1' },
  )
  addHealth(app, context)
  for (const add of domains.flatMap(({ pages = [] }) => pages)) await add(app, context, domains)
  await addWeb(app, config.web_root)
  return app
}

/** Lists the routes as they are registered. */
function listRoutes(app: FastifyInstance): void {
  const routes: Route[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', (route) => {
    // Hooks of domains add to `config` later.
    const config = () => route.config ?? {}
    for (const verb of [route.method].flat()) {
      routes.push({
        name: `${verb} ${route.url}`,
        get config() {
          return config()
        },
      })
    }
  })
}

/** Averaged over some seconds, so that one page may send a burst of requests. */
const rates = (a_second: number) => ({
  max: a_second * WINDOW_S,
  timeWindow: WINDOW_S * 1000,
  keyGenerator: ({ ip }: { ip: string }) => networkOf(ip),
  errorResponseBuilder: () => new AppError('too_many_requests'),
})
const WINDOW_S = 10

/** A registered route, such as `GET /api/v1/trackers`. */
type Route = { name: string; config: FastifyContextConfig }

declare module 'fastify' {
  interface FastifyInstance {
    routes: Route[]
  }
}

import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from './context.ts'
import { addConflictLimits } from './crud/conflicts.ts'
import { addDomain } from './crud/domain.ts'
import { addSession } from './crud/session/session.ts'
import { domains } from './domains.ts'
import { addCancelling } from './http/cancelling.ts'
import { addIdempotency } from './http/idempotency.ts'
import { addDepthLimit } from './http/limits/depth.ts'
import { rates } from './http/limits/rates.ts'
import { addOpenApiDocument, readDocument } from './http/openapi_document.ts'
import { addHealth } from './http/operations/health.ts'
import { contentSecurity, crossOrigin, openapi } from './http/policy.ts'
import { makeHttpServer } from './http/server.ts'
import { addWeb } from './http/web.ts'
import { addAdminOverview } from './overview.ts'
import { addTasks } from './tasks.ts'

/** The HTTP server: plugins, then resources, then actions. It does not listen yet. */
export async function makeApp(context: ApiContext): Promise<FastifyInstance> {
  const { config, site } = context
  const app = makeHttpServer(context)
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
      addSession(v1, context)
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

import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { addSignin } from './actions/signin.ts'
import { addTrackerToken } from './actions/tracker_token.ts'
import { addWebsite } from './actions/website.ts'
import type { ApiContext } from './context.ts'
import { addErrorHandling } from './failures.ts'
import { addHealth } from './health.ts'
import type { Resource } from './resource.ts'
import { resources } from './resources/index.ts'
import { addResource } from './routes.ts'
import { contentSecurity, openapi } from './site.ts'
import { tokenOf, userOfToken } from './tokens.ts'
import { addValidation } from './validation.ts'
import { loadViewer } from './viewer.ts'
import { addWeb } from './web.ts'

/** The HTTP server: plugins, then resources, then actions. It does not listen yet. */
export async function makeApp(context: ApiContext): Promise<FastifyInstance> {
  const { config, db } = context
  const app: FastifyInstance = fastify({
    loggerInstance: context.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 4 * 1024 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
  })
  addValidation(app)
  addErrorHandling(app)
  await app.register(helmet, { contentSecurityPolicy: contentSecurity(config), strictTransportSecurity: false })
  await app.register(rateLimit, { global: false })
  await app.register(jwt, { secret: config.jwt_secret })
  await app.register(swagger, { openapi })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())

  app.decorateRequest('viewer', null)
  await app.register(
    async (v1) => {
      v1.addHook('onRequest', async (request) => {
        const token = tokenOf(request.headers.authorization)
        if (token) request.viewer = await loadViewer(db, await userOfToken(app, db, token))
      })
      for (const resource of Object.values(resources)) addResource(v1, context, resource as unknown as Resource)
      addSignin(v1, context)
      addTrackerToken(v1, context)
      addWebsite(v1, context)
    },
    { prefix: '/api/v1' },
  )
  addHealth(app, context)
  await addWeb(app, config.web_root)
  return app
}

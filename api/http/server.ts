import fastify, {
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type { ApiContext } from '../context.ts'
import { addCompression } from './compression.ts'
import { addErrorHandling } from './failures.ts'
import { addBodyDeadline, boundHeaders } from './limits/body_deadline.ts'
import { boundConnections } from './limits/connections.ts'
import { addRequestLog, makeRequestId } from './operations/request_log.ts'
import { addAnswerHeaders } from './policy.ts'
import { addValidation } from './schemas/validation.ts'

/** A server without routes: limits of connections and bodies, log, validation, errors, and the headers of answers. */
export function makeHttpServer(context: ApiContext): FastifyInstance {
  const { config } = context
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

/** A registered route, such as `GET /api/v1/trackers`. */
type Route = { name: string; config: FastifyContextConfig }

declare module 'fastify' {
  interface FastifyInstance {
    routes: Route[]
  }
}

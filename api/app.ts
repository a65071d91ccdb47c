import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { checkSecondFactor } from './accounts/second_factor_rule.ts'
import { addAccounts } from './actions/accounts.ts'
import { addAlerts } from './actions/alerts.ts'
import { addConfigSave } from './actions/config_save.ts'
import { addConfirmRecipient } from './actions/confirm_recipient.ts'
import { addEnquiries } from './actions/enquiries.ts'
import { addInstallation } from './actions/installation.ts'
import { addInvitationAccept } from './actions/invitation_accept.ts'
import { addMessageReceipts } from './actions/message_receipts.ts'
import { addMessageTemplates } from './actions/message_templates.ts'
import { addMessages } from './actions/messages.ts'
import { addNotifications } from './actions/notifications.ts'
import { addOrganisationMembers } from './actions/organisation_members.ts'
import { addOrganisationQuotas } from './actions/organisation_quotas.ts'
import { addOrganisations } from './actions/organisations.ts'
import { addPhoneCode } from './actions/phone_code.ts'
import { addPushKey } from './actions/push_key.ts'
import { addRecipientAsk } from './actions/recipient_ask.ts'
import { addRecipientCheck } from './actions/recipient_check.ts'
import { addSharePosition } from './actions/share_position.ts'
import { addTrackerToken } from './actions/tracker_token.ts'
import { addUnknownDeviceAdopt } from './actions/unknowndevice_adopt.ts'
import { addUnsubscribe } from './actions/unsubscribe.ts'
import { addUserPermissions } from './actions/userpermissions.ts'
import { addWebsite, readWebsite } from './actions/website.ts'
import { addCancelling } from './cancelling.ts'
import { addConflictLimits } from './conflicts.ts'
import { boundConnections } from './connections.ts'
import type { ApiContext } from './context.ts'
import { addDepthLimit } from './depth.ts'
import { AppError } from './errors.ts'
import { addErrorHandling } from './failures.ts'
import { limitToPasswordChange } from './given_passwords.ts'
import { addHealth } from './health.ts'
import { addIdempotency } from './idempotency.ts'
import { forbidLastingRights } from './impersonation.ts'
import { networkOf } from './network_of.ts'
import { resources } from './resources/index.ts'
import { addResource } from './routes.ts'
import { contentSecurity, crossOrigin, openapi } from './site.ts'
import { readToken, tokenOf } from './tokens.ts'
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
    ...(config.trust_proxy.length > 0 && { trustProxy: config.trust_proxy }),
  })
  app.server.maxConnections = config.http_connections
  boundConnections(app.server, config, (network) =>
    context.log.warn({ network }, 'too many connections from one address'),
  )
  const routes: string[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((verb) => `${verb} ${url}`)))
  // What is answered is for whoever asked, and as it is now; files of the web client say otherwise themselves.
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  addValidation(app)
  addErrorHandling(app)
  const site = { map_style_url: config.map_style_url ?? (await readWebsite(db)).map_style_url }
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(site, config.backends),
    // Browsers that are told so once never ask without TLS again: only where people come by TLS.
    strictTransportSecurity: config.public_url.startsWith('https:') && { maxAge: 180 * 24 * 3600 },
  })
  if (config.cors_origins.length > 0) await app.register(cors, crossOrigin(config.cors_origins))
  await app.register(jwt, { secret: config.jwt_secret, verify: { algorithms: ['HS256'] } })
  await app.register(swagger, { openapi })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())

  app.decorateRequest('viewer', null)
  await app.register(
    async (instance) => {
      const v1 = instance.withTypeProvider<TypeBoxTypeProvider>()
      await v1.register(rateLimit, rates(config.http_rate))
      v1.addHook('onRequest', async (request) => {
        const token = tokenOf(request.headers.authorization)
        if (token) request.viewer = await loadViewer(db, readToken(app, token), request.ip)
        if (request.viewer?.password_change_required) limitToPasswordChange(request)
        else checkSecondFactor(request)
      })
      v1.addHook('preHandler', async (request) => forbidLastingRights(request))
      addDepthLimit(v1)
      addCancelling(v1)
      addConflictLimits(v1, context)
      addCancelling(v1)
      addIdempotency(v1, context)
      for (const resource of Object.values(resources)) addResource(v1, context, resource)
      addAccounts(v1, context)
      addSharePosition(v1, context)
      addTrackerToken(v1, context)
      addUnknownDeviceAdopt(v1, context)
      addAlerts(v1, context)
      addMessages(v1, context)
      addMessageTemplates(v1)
      addMessageReceipts(v1, context)
      addEnquiries(v1, context)
      addNotifications(v1, context)
      addPushKey(v1, context)
      addRecipientCheck(v1, context)
      addRecipientAsk(v1, context)
      addPhoneCode(v1, context)
      addWebsite(v1, context, site)
      addInstallation(v1, context)
      addConfigSave(v1, context)
      addOrganisations(v1, context)
      addOrganisationQuotas(v1, context)
      addOrganisationMembers(v1, context)
      addInvitationAccept(v1, context)
      addUserPermissions(v1, context)
    },
    { prefix: '/api/v1' },
  )
  addHealth(app, context)
  await addUnsubscribe(app, context)
  await addConfirmRecipient(app, context)
  await addWeb(app, config.web_root)
  return app
}

/** Counted over some seconds, so that a page may ask for many things at once. */
const rates = (a_second: number) => ({
  max: a_second * WINDOW_S,
  timeWindow: WINDOW_S * 1000,
  keyGenerator: ({ ip }: { ip: string }) => networkOf(ip),
  errorResponseBuilder: () => new AppError('too_many_requests'),
})
const WINDOW_S = 10

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is, as `GET /api/v1/trackers`. */
    routes: string[]
  }
}

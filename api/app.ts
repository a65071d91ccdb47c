import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { addBilling } from './billing/routes.ts'
import type { ApiContext } from './context.ts'
import { addCpd } from './cpd/routes.ts'
import { addConflictLimits } from './crud/conflicts.ts'
import { requireFeature, requireOpened } from './crud/features.ts'
import type { Resource } from './crud/resource.ts'
import { addResource } from './crud/routes.ts'
import { checkSecondFactor } from './crud/second_factor_rule.ts'
import { loadViewer } from './crud/viewer.ts'
import { addExports } from './files/export/routes.ts'
import { addFiles } from './files/file_routes.ts'
import type { JobWorker } from './files/jobs/worker.ts'
import { addCancelling } from './http/cancelling.ts'
import { AppError } from './http/errors.ts'
import { addErrorHandling } from './http/failures.ts'
import { addIdempotency } from './http/idempotency.ts'
import { addBodyDeadline, boundHeaders } from './http/limits/body_deadline.ts'
import { boundConnections } from './http/limits/connections.ts'
import { addDepthLimit } from './http/limits/depth.ts'
import { networkOf } from './http/network_of.ts'
import { addOpenApiDocument, readDocument } from './http/openapi_document.ts'
import { addHealth } from './http/operations/health.ts'
import { addRequestLog, makeRequestId } from './http/operations/request_log.ts'
import { addAnswerHeaders, contentSecurity, crossOrigin, openapi, type Site } from './http/policy.ts'
import { addValidation } from './http/schemas/validation.ts'
import type { TypedApp } from './http/typed_app.ts'
import { addWeb } from './http/web.ts'
import { addMessages } from './messaging/message_actions.ts'
import { addMessageReceipts } from './messaging/message_receipts.ts'
import { addMessageTemplates } from './messaging/messagetemplate_preview.ts'
import { addNotifications } from './messaging/notification_actions.ts'
import { addPushKey } from './messaging/push_key.ts'
import { addRecipientAsk } from './messaging/recipient_ask.ts'
import { addRecipientCheck } from './messaging/recipient_check.ts'
import { addConfirmRecipient } from './messaging/recipient_confirm.ts'
import { addUnsubscribe } from './messaging/unsubscribe.ts'
import { addOrganisationQuotas } from './organisations/organisation_quotas.ts'
import { addOrganisations } from './organisations/organisation_usage.ts'
import { addUsageDays } from './organisations/usage_days.ts'
import { addAdminOverview } from './overview.ts'
import { addAccounts } from './people/account_routes.ts'
import { readsUsers } from './people/accounts/scope.ts'
import { addAlertTest } from './people/alert_test.ts'
import { addConfigSave } from './people/config_save.ts'
import { addInvitationAccept } from './people/invitation_accept.ts'
import { addInvitationRegister } from './people/invitation_register.ts'
import { addOrganisationMembers } from './people/organisation_members.ts'
import { limitToPasswordChange } from './people/passwords/admin_set_passwords.ts'
import { addPhoneCode } from './people/phone_code.ts'
import { checkHold } from './people/sessions/hold.ts'
import { forbidLastingRights } from './people/sessions/impersonation.ts'
import { readToken, tokenOf } from './people/sessions/tokens.ts'
import { addUserPermissions } from './people/userpermissions.ts'
import { resources } from './resources.ts'
import { addFaqs } from './site/content/faq_actions.ts'
import { addPageContents } from './site/content/pagecontent_actions.ts'
import { addDevInfo } from './site/devinfo.ts'
import { addEnquiries } from './site/enquiry_actions.ts'
import { addInstallation } from './site/installation.ts'
import { addMap, refreshSite } from './site/map.ts'
import { addOrganisationWebsite } from './site/organisation_website.ts'
import { addWebsite } from './site/website.ts'
import { addTasks } from './tasks.ts'
import { addAlerts } from './tracking/alert_acknowledge.ts'
import { addAlertSummary } from './tracking/alert_summary.ts'
import { addContainingBoundaries } from './tracking/boundaries/containing_route.ts'
import { addBoundaryImport } from './tracking/boundaries/import_route.ts'
import { addBoundarySimplify } from './tracking/boundaries/simplify_route.ts'
import { addEventChanges } from './tracking/history/change_event.ts'
import { addSharePosition } from './tracking/share_position.ts'
import { addTrackerToken } from './tracking/tracker_token.ts'
import { addUnknownDeviceAdopt } from './tracking/unknowndevice_adopt.ts'
import { addUrgentTrackers } from './tracking/urgent_trackers.ts'

/** The HTTP server: plugins, then resources, then actions. It does not listen yet. */
export async function makeApp(context: ApiContext, jobs: JobWorker): Promise<FastifyInstance> {
  const { config, db } = context
  const app: FastifyInstance = fastify({
    loggerInstance: context.log as unknown as FastifyBaseLogger,
    // Replaced by `addRequestLog`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: makeRequestId,
    bodyLimit: 4 * 1024 * 1024,
    // Uploads take what they take, see `addBodyDeadline`.
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
  const routes: string[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((verb) => `${verb} ${url}`)))
  addAnswerHeaders(app)
  addRequestLog(app, context)
  addBodyDeadline(app)
  // Its body would be a string, which the schemas refuse as if it were JSON of another form.
  app.removeContentTypeParser('text/plain')
  addValidation(app)
  addErrorHandling(app)
  const site: Site = { map_origins: [], map_any_host: false, icon_origin: null, analytics: null }
  await refreshSite(context, site)
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
        if (request.viewer?.password_change_required) limitToPasswordChange(request)
        else checkSecondFactor(request)
      })
      v1.addHook('preHandler', async (request) => checkHold(request))
      v1.addHook('preHandler', async (request) => forbidLastingRights(request))
      addDepthLimit(v1)
      addCancelling(v1)
      addConflictLimits(v1, context, {
        user_account: readsUsers,
        organisation: resources.organisation.reads,
        tracker: resources.tracker.reads,
      })
      addIdempotency(v1, context)
      for (const resource of all) if (!ofFeatures.includes(resource)) addResource(v1, context, resource)
      await addFiles(v1, context, jobs)
      addExports(v1, context, all, jobs)
      await addCpd(v1, context, ofCpd, jobs)
      await addBilling(v1, context, ofBilling)
      addAccounts(v1, context, all)
      await addTracking(v1, context)
      addSharePosition(v1, context)
      addTasks(v1, context)
      addAdminOverview(v1, context)
      addMessages(v1, context)
      addMessageTemplates(v1)
      addMessageReceipts(v1, context)
      addEnquiries(v1, context)
      addPageContents(v1, context)
      addFaqs(v1, context)
      addNotifications(v1, context)
      addPushKey(v1, context)
      addRecipientCheck(v1, context)
      addRecipientAsk(v1, context)
      addPhoneCode(v1, context)
      addWebsite(v1, context, site)
      addOrganisationWebsite(v1, context)
      addMap(v1, context, site)
      addInstallation(v1, context)
      addDevInfo(v1, context)
      addConfigSave(v1, context)
      addAlertTest(v1, context)
      addOrganisations(v1, context)
      addUsageDays(v1, context)
      addOrganisationQuotas(v1, context)
      addOrganisationMembers(v1, context)
      addInvitationAccept(v1, context)
      addInvitationRegister(v1, context)
      addUserPermissions(v1, all)
    },
    { prefix: '/api/v1' },
  )
  addHealth(app, context)
  await addUnsubscribe(app, context)
  await addConfirmRecipient(app, context)
  await addWeb(app, config.web_root)
  return app
}

/** Tracking: its resources and actions, for the organisations that have it. */
async function addTracking(app: TypedApp, context: ApiContext): Promise<void> {
  await app.register(async (encapsulated) => {
    const instance = encapsulated.withTypeProvider<TypeBoxTypeProvider>()
    instance.addHook('preHandler', requireFeature('tracking'))
    instance.addHook('preHandler', requireOpened(context.db, 'tracking'))
    for (const resource of ofTracking) addResource(instance, context, resource)
    addEventChanges(instance, context)
    addTrackerToken(instance, context)
    addUnknownDeviceAdopt(instance, context)
    addAlerts(instance, context)
    addAlertSummary(instance, context)
    addUrgentTrackers(instance, context)
    addContainingBoundaries(instance, context)
    addBoundarySimplify(instance, context)
    addBoundaryImport(instance, context)
  })
}

const all: Resource[] = Object.values(resources)
const { alert, boundary, location, reportconfig, sharelink, tracker, trackercommand, trackerevent } = resources
const ofTracking = [
  alert,
  boundary,
  location,
  reportconfig,
  sharelink,
  tracker,
  trackercommand,
  trackerevent,
  resources.unknowndevice,
] as unknown as Resource[]
/** Have routes of their own. */
const ofFiles: Resource[] = [
  resources.attachment as unknown as Resource,
  resources.file as unknown as Resource,
  resources.job,
]

const ofCpd = [
  resources.cpdstandard,
  resources.devactivity,
  resources.devcategory,
  resources.devcycle,
  resources.devform,
  resources.devformtemplate,
  resources.devgoal,
  resources.devgoalprogress,
  resources.devplan,
  resources.devqualification,
  resources.devwaiver,
  resources.procedure,
  resources.procedureterm,
  resources.userrelationship,
] as unknown[] as Resource[]
const ofBilling = [
  resources.billingconfig,
  resources.brandingtheme,
  resources.invoice,
  resources.invoiceline,
  resources['invoicing/contact'],
  resources.ledgeraccount,
  resources.product,
  resources.subscription,
  resources.providerpush,
  resources.taxrate,
  resources.transaction,
] as unknown[] as Resource[]
const ofFeatures = [...ofFiles, ...ofCpd, ...ofBilling, ...ofTracking]

/** Averaged over some seconds, so that one page may send a burst of requests. */
const rates = (a_second: number) => ({
  max: a_second * WINDOW_S,
  timeWindow: WINDOW_S * 1000,
  keyGenerator: ({ ip }: { ip: string }) => networkOf(ip),
  errorResponseBuilder: () => new AppError('too_many_requests'),
})
const WINDOW_S = 10

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route, as `GET /api/v1/trackers`. */
    routes: string[]
  }
}

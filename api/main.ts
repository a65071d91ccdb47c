import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { LeaseWorker } from '#db/background/worker.ts'
import { makeApp } from './app.ts'
import { watchPushes } from './billing/providers/metrics.ts'
import { makeProviderUpkeep } from './billing/providers/upkeep.ts'
import { makeProviderWorker } from './billing/providers/worker.ts'
import { makeSubscriptionTask } from './billing/subscriptions/daily.ts'
import type { ApiContext } from './context.ts'
import { makeClosingOfCycles } from './cpd/cycles/close.ts'
import { makeCpdReminders } from './cpd/reminders.ts'
import { readToken } from './crud/session/tokens.ts'
import { loadViewer, seesAll } from './crud/viewer.ts'
import { jobHandlers } from './files/jobs/handlers.ts'
import { JobWorker } from './files/jobs/worker.ts'
import { makeScan } from './files/scan.ts'
import { makeFileRepair, makeFileUpkeep } from './files/upkeep.ts'
import type { Site } from './http/policy.ts'
import { makeNewsletters } from './messaging/newsletters/send.ts'
import { authorizePhone, type PersonsPhone, type PhoneHandshake } from './tracking/phones.ts'
import { makeUpkeep } from './upkeep.ts'

/**
 * Creates the HTTP server. `listen` is separate, so that the live map can attach first.
 *
 * @param extend adds routes of other layers
 */
export async function startApi(
  parts: Omit<ApiContext, 'jobs' | 'site'>,
  extend?: (app: FastifyInstance) => Promise<void>,
): Promise<Api> {
  const site: Site = { map_origins: [], map_any_host: false, icon_origin: null, analytics: null }
  const context = { ...parts, site } as ApiContext
  const jobs = new JobWorker(context, jobHandlers)
  context.jobs = jobs
  const providers = makeProviderWorker(context)
  watchPushes(context.registry, context.db)
  const app = await makeApp(context)
  await extend?.(app)
  await app.ready()
  return {
    app,
    context,
    upkeep: makeUpkeep(context),
    jobs,
    providers,
    tasks: [
      ...jobs.tasks,
      makeFileUpkeep(context),
      makeFileRepair(context),
      makeScan(context),
      makeNewsletters(context),
      makeCpdReminders(context),
      makeClosingOfCycles(context),
      ...Object.values(providers.tasks),
      makeProviderUpkeep(context),
      makeSubscriptionTask(context),
    ],
    authorizeLive: (handshake) => authorizeLive(app, context, handshake),
    authorizePhone: (handshake) => authorizePhone(app, context, handshake),
    async listen(port, host) {
      await app.listen({ port, host })
      return (app.server.address() as AddressInfo).port
    },
    async stop() {
      await providers.stop()
      await jobs.stop()
      await app.close()
    },
  }
}

/** Authorises a live map connection to one organisation, the viewer's first if none is named. */
async function authorizeLive(app: FastifyInstance, { db }: ApiContext, handshake: LiveHandshake) {
  const viewer = await loadViewer(db, readToken(app, String(handshake.token)))
  if (!viewer || viewer.lacks_second_factor || viewer.password_change_required) return null
  const organisation_id = Number(handshake.organisation_id ?? viewer.memberships[0]?.organisation_id)
  const membership = viewer.memberships.find((m) => m.organisation_id === organisation_id)
  if (!Number.isSafeInteger(organisation_id) || (!membership && !viewer.platform_admin)) return null
  return {
    user_id: viewer.user_id,
    session_id: viewer.session_id,
    organisation_id,
    sees_all: viewer.platform_admin || (membership !== undefined && seesAll.includes(membership.role_name)),
  }
}

type LiveHandshake = { token: string; organisation_id?: number }

export type Api = {
  app: FastifyInstance
  context: ApiContext
  upkeep: PeriodicTask
  /** Of files, jobs, newsletters, professional development and providers. */
  tasks: PeriodicTask[]
  jobs: JobWorker
  /** Writes to accounting and payment providers. */
  providers: LeaseWorker
  authorizeLive(
    handshake: LiveHandshake,
  ): Promise<{ user_id: number; session_id: number | null; organisation_id: number; sees_all: boolean } | null>
  authorizePhone(handshake: PhoneHandshake): Promise<PersonsPhone | { refused: string } | null>
  listen(port: number, host: string): Promise<number>
  stop(): Promise<void>
}

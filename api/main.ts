import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import type { Area } from '#db/tables/people/role.ts'
import { makeApp } from './app.ts'
import type { ApiContext } from './context.ts'
import type { Worker } from './crud/domain.ts'
import { admit, narrow } from './crud/roles/limit.ts'
import { readToken } from './crud/session/tokens.ts'
import { loadViewer, seesEverything, type Viewer } from './crud/viewer.ts'
import { domains } from './domains.ts'
import { AppError } from './http/errors.ts'
import type { Site } from './http/policy.ts'
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
  const background = domains.flatMap((domain) => domain.background?.(context) ?? [])
  const all = background.filter((one) => 'drain' in one)
  const workers: Api['workers'] = {
    notify() {
      for (const worker of all) worker.notify()
    },
    drain: () => together(all.map((worker) => worker.drain())),
    stop: () => together(all.map((worker) => worker.stop())),
  }
  const app = await makeApp(context)
  await extend?.(app)
  await app.ready()
  return {
    app,
    context,
    upkeep: makeUpkeep(context),
    tasks: background.flatMap((one) => ('drain' in one ? Object.values(one.tasks) : one)),
    workers,
    authorizeLive: (handshake) => authorizeLive(app, context, handshake),
    authorizePhone: (handshake) => authorizePhone(app, context, handshake),
    async listen(port, host) {
      await app.listen({ port, host })
      return (app.server.address() as AddressInfo).port
    },
    async stop() {
      await workers.stop()
      await app.close()
    },
  }
}

const together = async (work: Promise<void>[]) => void (await Promise.all(work))

/** Authorises a live map connection to one organisation, the viewer's first if none is named. */
async function authorizeLive(app: FastifyInstance, { db }: ApiContext, handshake: LiveHandshake) {
  const viewer = await findViewer(app, db, String(handshake.token)).catch(nullIfRefused)
  if (viewer?.api_key && !viewer.api_key.scopes.includes('read')) return null
  if (!viewer || viewer.lacks_second_factor || viewer.password_change_required) return null
  const organisation_id = Number(handshake.organisation_id ?? viewer.memberships[0]?.organisation_id)
  const membership = viewer.memberships.find((m) => m.organisation_id === organisation_id)
  if (!Number.isSafeInteger(organisation_id) || (!membership && !viewer.platform_admin)) return null
  return {
    user_id: viewer.user_id,
    session_id: viewer.session_id,
    organisation_id,
    sees_all: viewer.platform_admin || (membership !== undefined && seesEverything(membership)),
    group_ids: membership?.group_ids ?? [],
  }
}

async function findViewer(app: FastifyInstance, db: Db, token: string): Promise<Viewer | null> {
  const person = await loadViewer(db, readToken(app, token))
  // The map shows both.
  return person && ['trackers' as const, 'alerts' as const].reduce(seenIn, admit(person, 'any', 'read'))
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

const seenIn = (viewer: Viewer, area: Area) => narrow(viewer, area, 'read')

type LiveViewer = {
  user_id: number
  session_id: number | null
  organisation_id: number
  sees_all: boolean
  group_ids: number[]
}
type LiveHandshake = { token: string; organisation_id?: number }

export type Api = {
  app: FastifyInstance
  context: ApiContext
  upkeep: PeriodicTask
  /** Of the domains. */
  tasks: PeriodicTask[]
  /** Of all domains: jobs, and what is written to accounting and payment providers. */
  workers: Omit<Worker, 'tasks'>
  authorizeLive(handshake: LiveHandshake): Promise<LiveViewer | null>
  authorizePhone(handshake: PhoneHandshake): Promise<PersonsPhone | { refused: string } | null>
  listen(port: number, host: string): Promise<number>
  stop(): Promise<void>
}

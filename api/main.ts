import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { LiveViewer } from '#db/live/feed.ts'
import { makeApp } from './app.ts'
import type { ApiContext } from './context.ts'
import type { Worker } from './crud/domain.ts'
import { domains } from './domains.ts'
import type { Site } from './http/policy.ts'
import { authorizeLive, type LiveHandshake } from './tracking/access/live.ts'
import { makeFindByKey } from './tracking/by_key/device.ts'
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
    findByKey: makeFindByKey(app, context),
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
  findByKey: ReturnType<typeof makeFindByKey>
  listen(port: number, host: string): Promise<number>
  stop(): Promise<void>
}

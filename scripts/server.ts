import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ApiContext } from '#api/context.ts'
import { type Api, startApi } from '#api/main.ts'
import { migrate } from '#db/migrations/index.ts'
import { findNumberClashes } from '#db/number_clashes.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { Cluster } from '#gateway/cluster/cluster.ts'
import { type Gateway, startGateway } from '#gateway/main.ts'
import { addPhoneRoutes } from '#gateway/transports/http.ts'
import { addWebSocket } from '#gateway/transports/websocket.ts'
import { Delivery } from '#messages/delivery.ts'
import { makeDeliveryMetrics, makeHeldMetrics, watchQueue } from '#messages/metrics.ts'
import { type Config, readSecret } from './config.ts'
import { devicePortsOf } from './device_ports.ts'
import { firstTracker, type Seeded, seed } from './seed.ts'
import { type Background, type Layer, listTasks, startBackground } from './server/background.ts'

/**
 * Composes the whole: database, API, gateway, live map. Tests start it too, with settings of their own.
 *
 * @param say is told what is going on, in a few words each
 */
export async function startServer(
  config: Config,
  { say = () => {}, image, log = makeLog(config), web_root = join(import.meta.dirname, '../web/dist') }: Options = {},
): Promise<RingfenceServer> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const jwt_secret = readSecret(config)
    say(config.database_url ? 'Connecting to PostgreSQL …' : `Opening the embedded database in ${config.data_dir} …`)
    const database = await openDatabase({
      database_url: config.database_url,
      data_dir: config.data_dir,
      connections: config.connections,
      ...(image && { image }),
      on_error: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
    })
    undo.push(() => database.close())
    const { db, people } = database
    const migrated = await migrate(db)
    if (migrated.length > 0) say(`Database brought up to date: ${migrated.join(', ')}.`)
    for (const clash of await findNumberClashes(db)) log.warn(clash)
    const seeded = await seed(db, { email: config.admin_email, password: config.admin_password, secret: jwt_secret })

    let background: Background | null = null
    const stopTasks = async (layer: Layer) => background?.stop(layer)
    const cluster = config.redis_url ? await Cluster.join(config.redis_url, log) : undefined
    if (cluster) undo.push(async () => cluster.close())
    undo.push(() => stopTasks('cluster'))
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    watchQueue(registry, db)
    const delivery = new Delivery({
      db,
      log,
      metrics: makeDeliveryMetrics(registry),
      held_metrics: makeHeldMetrics(registry),
      config: {
        ...config.messages,
        smtp_url: config.smtp_url,
        mail_from: config.mail_from,
        public_url: config.public_url,
        secret: jwt_secret,
        quotas: config.quotas,
      },
    })
    undo.push(() => stopTasks('messages'))
    undo.push(() => delivery.stop())
    let gateway: Gateway | null = null
    const context: ApiContext = {
      config: {
        ...config.api,
        jwt_secret,
        public_url: config.public_url,
        sms_url: config.messages.sms_url,
        metrics_token: config.metrics_token,
        sends_mail: config.smtp_url !== null,
        map_style_url: config.map_style_url,
        web_root,
        quotas: config.quotas,
      },
      db: people,
      log,
      registry,
      wakeDelivery: () => delivery.wake(),
      tellLive: (room, ...words) => gateway?.live.tell(room, ...words),
      closeLive: (room) => gateway?.live.close(room),
      closeTracker: (tracker_id, except) => gateway?.revoke(tracker_id, except),
      tellTracker: (tracker) => gateway?.tell(tracker),
      devicePorts: () => (gateway ? devicePortsOf(gateway) : []),
      healthy: () => gateway?.ingest.healthy ?? true,
    }
    const phones = () => gateway?.phones ?? null
    const api = await startApi(context, async (app) => {
      if (!config.gateway.transports) return
      await addPhoneRoutes(app, phones, { osmand: '/gateway/osmand', owntracks: '/gateway/owntracks' })
      await addWebSocket(app, phones)
    })
    undo.push(() => stopTasks('api'))
    undo.push(() => api.stop())
    gateway = await startGateway({
      config: config.gateway,
      db,
      people,
      database_kind: database.kind,
      log,
      registry,
      public_url: config.public_url,
      quotas: config.quotas,
      on_messages: () => delivery.wake(),
      authorize: api.authorizeLive,
      authorizePhone: api.authorizePhone,
      cluster,
    })
    const { mqtt_port, mqtts_port, tcp_ports, live } = gateway
    undo.push(() => gateway!.stop())
    undo.push(() => stopTasks('gateway'))
    undo.push(() => gateway!.drain())
    delivery.wake()
    background = startBackground(listTasks({ cluster, delivery, api, gateway }), log)
    if (config.role !== 'gateway') live.attach(api.app.server)
    const first_tracker = await firstTracker(db, jwt_secret)
    const http_port = await api.listen(config.http_port, config.host)
    return {
      http_port,
      mqtt_port,
      mqtts_port,
      tcp_ports,
      seeded,
      first_tracker,
      database,
      gateway,
      api,
      delivery,
      cluster: cluster ?? null,
      stop: () => unwind(undo),
    }
  } catch (error) {
    await unwind(undo)
    throw error
  }
}

/** The last started is stopped first: devices, then people, then the database. */
async function unwind(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step()
}

export function makeLog(config: Pick<Config, 'log_level'>): Logger {
  const options = {
    level: config.log_level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
  }
  return pino(options, pino.destination(2))
}

/** The drivers hang the statement's parameters on their errors: people's data, which has no place in a log. */
function plainError({ name, message, code, constraint, stack }: Error & { code?: string; constraint?: string }) {
  return { name, message, code, constraint, stack }
}

type Options = { say?: (text: string) => void; image?: Blob; log?: Logger; web_root?: string }

export type RingfenceServer = {
  http_port: number
  mqtt_port: number | null
  /** Null without a certificate. */
  mqtts_port: number | null
  /** By the name of the device protocol. */
  tcp_ports: Record<string, number>
  /** Set at the very first start. */
  seeded: Seeded | null
  first_tracker: { number: string; token: string } | null
  database: OpenDatabase
  gateway: Gateway
  api: Api
  delivery: Delivery
  /** Set where several processes work together. */
  cluster: Cluster | null
  stop(): Promise<void>
}

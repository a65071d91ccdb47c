import { join } from 'node:path'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ApiContext } from '#api/context.ts'
import { type Api, startApi } from '#api/main.ts'
import { sealWebhookSecrets } from '#api/organisations/webhook_secret.ts'
import { checkOwnPassword } from '#api/people/sessions/credentials.ts'
import { SignInLinks } from '#api/people/sessions/sign_in_links.ts'
import { makeFindByKey } from '#api/tracking/by_key/device.ts'
import { makeFriends } from '#api/tracking/by_key/friends.ts'
import { TRACCAR_SOCKET } from '#api/tracking/traccar_api/index.ts'
import { type ContentStore, openStore as openContents } from '#db/contents/store.ts'
import { attachHistory } from '#db/history/of.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { continueEventsInFiles } from '#db/ids/in_files.ts'
import { IndexBuild } from '#db/indexes/task.ts'
import { openKeyRing } from '#db/keys/open.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { OpenDatabase } from '#db/open.ts'
import { Cluster } from '#gateway/cluster/cluster.ts'
import { SmsCommands } from '#gateway/commands/by_sms.ts'
import { catalogueOf, isDangerousText, wrongIn } from '#gateway/commands/catalogue.ts'
import { readLines } from '#gateway/drills/read_lines.ts'
import { judgePositions } from '#gateway/engine/entered.ts'
import { explainTracker } from '#gateway/explanation/explain.ts'
import { explainRecipients } from '#gateway/explanation/recipients.ts'
import { lastEvents } from '#gateway/live/snapshot.ts'
import { type Gateway, startGateway } from '#gateway/main.ts'
import { Rehearsal } from '#gateway/rehearsal/rehearse.ts'
import { addPhoneRoutes } from '#gateway/transports/http/index.ts'
import { addWebSocket } from '#gateway/transports/websocket/index.ts'
import { Delivery } from '#messages/queue/delivery.ts'
import { makeDeliveryMetrics, makeHeldMetrics, watchQueue } from '#messages/queue/metrics.ts'
import { Webhooks } from '#messages/webhooks/webhooks.ts'
import { type Background, type Layer, listTasks, startBackground } from './background.ts'
import { type Config, readSecret } from './config.ts'
import { devicePortsOf } from './device_ports.ts'
import { watchInstallation } from './operator_metrics.ts'
import { watchReplicas } from './replica_metrics.ts'
import { findAdmin, type Seeded, seed } from './seed.ts'
import { watchSession } from './session_metrics.ts'
import { makeLog, openStore } from './store.ts'

/**
 * Starts the whole server: database, API, gateway, live map. Tests start it with their own settings.
 *
 * @param print receives short progress messages; `store` is the database where it is open already, and closed with the
 *   server; `demo` says in the options that this is a demonstration
 */
export async function startServer(
  config: Config,
  {
    print = () => {},
    log = makeLog(config),
    store,
    demo = false,
    web_root = join(import.meta.dirname, '../../web/dist'),
  }: Options = {},
): Promise<RingfenceServer> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const secret = readSecret(config)
    const database = store ?? (await openStore(config, { print, log }))
    undo.push(() => database.close())
    const { db, people, reads } = database
    const { keys, contents, history } = await openFiles(config, database, { secret, log })
    const seeded = await seed(db, { email: config.admin_email, password: config.admin_password })
    // Now: a start that fails later, at a port in use, would be the only one that knows it.
    if (seeded?.password_was_made) print(`Administrator ${seeded.email}: password ${seeded.password}`)

    let background: Background | null = null
    const stopTasks = async (layer: Layer) => background?.stop(layer)
    const cluster = config.redis_url ? await Cluster.join(config.redis_url, log) : undefined
    if (cluster) undo.push(async () => cluster.close())
    undo.push(() => stopTasks('cluster'))
    const registry = makeRegistry(database, config, log)
    const delivery = makeDelivery(config, { db, log, registry, secret, keys, contents })
    undo.push(() => stopTasks('messages'))
    undo.push(() => delivery.stop())
    const sms_commands = makeSmsCommands(config, { db, log, delivery })
    const webhooks = makeWebhooks(config, { db, log, keys, delivery })
    undo.push(() => webhooks.stop())

    let gateway: Gateway | null = null
    const sign_in_links = new SignInLinks()
    const parts = { people, reads, log, registry, secret, keys, contents, history, delivery, sign_in_links }
    const api = await startPeople({ ...parts, config, web_root, demo }, () => gateway)
    undo.push(() => stopTasks('api'))
    undo.push(() => api.stop())

    gateway = await openGateway(config, database, { log, registry, cluster, keys, history, delivery, api })
    const { mqtt_port, mqtts_port, tcp_ports, live, drain, stop } = gateway
    undo.push(stop, () => stopTasks('gateway'), drain)

    delivery.notify()
    const indexes = new IndexBuild({ db, kind: database.kind, log })
    undo.push(() => indexes.cancel())
    const tasks = listTasks({ cluster, delivery, sms_commands, webhooks, api, gateway, indexes })
    background = startBackground(tasks, log)
    if (config.role !== 'gateway') live.attach(api.app.server)
    const http_port = await api.listen(config.http_port, config.host)
    return {
      http_port,
      mqtt_port,
      mqtts_port,
      tcp_ports,
      seeded,
      database,
      gateway,
      api,
      delivery,
      webhooks,
      contents,
      history,
      tasks,
      cluster: cluster ?? null,
      async makeSignInLink() {
        const user_id = await findAdmin(db, config.admin_email)
        return user_id === null ? null : sign_in_links.make(user_id)
      },
      stop: () => unwind(undo),
    }
  } catch (error) {
    await unwind(undo)
    throw error
  }
}

/** Opens the key ring, the contents of files, and the files of closed days, whose ids new events continue. */
async function openFiles(config: Config, { db, people, reads }: OpenDatabase, { secret, log }: Opening) {
  const keys = await openKeyRing(db, { data_dir: config.data_dir, keys: config.file_keys, legacy_secret: secret })
  await sealWebhookSecrets(db, keys)
  const contents = await openContents(keys, config)
  const history = await openHistory(config)
  attachHistory([db, people, reads], history)
  const onUnreadable = (error: Error) => log.warn({ reason: error.message }, 'a closed day cannot be read')
  await db.transaction().execute((trx) => continueEventsInFiles(trx, history, onUnreadable))
  return { keys, contents, history }
}

const openGateway = (config: Config, { db, people, kind }: OpenDatabase, { delivery, api, ...parts }: OfGateway) =>
  startGateway({
    ...parts,
    db,
    people,
    database_kind: kind,
    config: config.gateway,
    public_url: config.public_url,
    quotas: config.quotas,
    forward_private: config.messages.webhook_private,
    on_messages: () => delivery.notify(),
    authorize: api.authorizeLive,
    authorizePhone: api.authorizePhone,
    findByKey: api.findByKey,
  })

function makeRegistry(database: OpenDatabase, { data_dir }: Config, log: Logger): Registry {
  const { db, replicas, session } = database
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchQueue(registry, db)
  watchInstallation(registry, { database, data_dir })
  if (replicas) watchReplicas(registry, replicas)
  if (session) watchSession(registry, session, log)
  return registry
}

function makeDelivery(
  { messages, smtp_url, mail_from, public_url, quotas }: Config,
  {
    db,
    log,
    registry,
    secret,
    keys,
    contents,
  }: Pick<Shared, 'log' | 'registry' | 'secret' | 'keys' | 'contents'> & Pick<OpenDatabase, 'db'>,
): Delivery {
  return new Delivery({
    db,
    log,
    contents,
    metrics: makeDeliveryMetrics(registry),
    held_metrics: makeHeldMetrics(registry),
    config: { ...messages, smtp_url, mail_from, public_url, secret, keys, quotas },
  })
}

const makeSmsCommands = (
  { messages, quotas }: Config,
  { delivery, ...parts }: Pick<Shared, 'log' | 'delivery'> & Pick<OpenDatabase, 'db'>,
) => new SmsCommands({ ...parts, quotas, sendSms: messages.sms_url ? (sms) => delivery.sendSms(sms) : null })

const makeWebhooks = (
  { messages, public_url, quotas }: Config,
  { delivery, ...parts }: Pick<Shared, 'log' | 'keys' | 'delivery'> & Pick<OpenDatabase, 'db'>,
) =>
  new Webhooks({
    ...parts,
    quotas,
    public_url,
    allow_private: messages.webhook_private,
    on_messages: () => delivery.notify(),
  })

/**
 * Creates the API with the routes for phones. It does not listen yet.
 *
 * @param gatewayOf null until the gateway has started, which needs the API's authorisation
 */
async function startPeople(
  { config, people, secret, web_root, delivery, demo, ...shared }: Shared,
  gatewayOf: () => Gateway | null,
): Promise<Api> {
  const { public_url, quotas, metrics_token, map_style_url, map_file } = config
  const context: Omit<ApiContext, 'jobs' | 'site'> = {
    config: {
      ...config.api,
      jwt_secret: secret,
      public_url,
      quotas,
      metrics_token,
      map_style_url,
      map_file,
      web_root,
      sms_url: config.messages.sms_url,
      sends_mail: config.smtp_url !== null,
      demo,
      data_dir: config.data_dir,
    },
    ...shared,
    db: people,
    notifyDelivery: () => delivery.notify(),
    publishLive: (room, ...words) => gatewayOf()?.live.emit(room, ...words),
    closeLive: (room) => gatewayOf()?.live.close(room),
    followLive: (viewer, feed) => gatewayOf()!.live.follow(viewer, feed),
    readLastReports: (viewer) => lastEvents(people, viewer),
    closeTracker: (tracker_id, except) => gatewayOf()?.revoke(tracker_id, except),
    notifyTracker: (tracker) => gatewayOf()?.notifyTracker(tracker),
    commands: { of: catalogueOf, wrongValue: wrongIn, isDangerousText },
    checkOwnPassword: (viewer, password) => checkOwnPassword(people, viewer, password),
    judgePositions,
    rehearse: Rehearsal.of,
    explainTracker,
    explainRecipients,
    readDrillLines: readLines,
    publishLastEvent: (tracker) => gatewayOf()?.publishLastEvent(tracker),
    devicePorts() {
      const gateway = gatewayOf()
      return gateway ? devicePortsOf(gateway) : []
    },
    healthy: () => gatewayOf()?.ingest.healthy ?? true,
  }
  const phones = () => gatewayOf()?.phones ?? null
  return startApi(context, async (app) => {
    if (!config.gateway.transports) return
    const paths = { osmand: '/gateway/osmand', owntracks: '/gateway/owntracks', lorawan: '/gateway/lorawan' }
    const by_key = { readFriends: makeFriends(app, context), findByKey: makeFindByKey(app, context) }
    await addPhoneRoutes(app, phones, paths, by_key)
    await addWebSocket(app, phones, [TRACCAR_SOCKET])
  })
}

/** Stops in reverse order: devices, then people, then the database. */
async function unwind(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step()
}

type OfGateway = Pick<Parameters<typeof startGateway>[0], 'log' | 'registry' | 'cluster' | 'keys' | 'history'> & {
  delivery: Delivery
  api: Awaited<ReturnType<typeof startPeople>>
}
type Opening = { secret: string; log: Logger }
type Shared = {
  config: Config
  people: OpenDatabase['people']
  reads: OpenDatabase['reads']
  log: Logger
  registry: Registry
  secret: string
  keys: KeyRing
  contents: ContentStore
  history: HistoryStore
  web_root: string
  delivery: Delivery
  sign_in_links: SignInLinks
  demo: boolean
}
type Options = { print?: (text: string) => void; store?: OpenDatabase; log?: Logger; demo?: boolean; web_root?: string }

export type RingfenceServer = {
  http_port: number
  mqtt_port: number | null
  /** Null without a certificate. */
  mqtts_port: number | null
  /** By the name of the device protocol. */
  tcp_ports: Record<string, number>
  /** Set at the first start. */
  seeded: Seeded | null
  database: OpenDatabase
  gateway: Gateway
  api: Api
  delivery: Delivery
  webhooks: Webhooks
  contents: ContentStore
  history: HistoryStore
  /** The periodic tasks of the process, by their layer. */
  tasks: ReturnType<typeof listTasks>
  /** Set in a cluster of several processes. */
  cluster: Cluster | null
  /** The token of a link that signs the first administrator in once; null for one with a second factor, or none. */
  makeSignInLink(): Promise<string | null>
  stop(): Promise<void>
}

import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { HistoryStore } from '#db/history/store.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { Alerting } from './alerts/alerting.ts'
import { Closing } from './closing.ts'
import type { Cluster } from './cluster/cluster.ts'
import { Commands } from './commands/commands.ts'
import type { GatewayConfig } from './config.ts'
import { Drills } from './drills/drills.ts'
import { Forwards } from './forwards/forwards.ts'
import { Holds } from './holds.ts'
import type { Committed } from './ingest/batch.ts'
import { Ingest, ingestDefaults } from './ingest/ingest.ts'
import { Connected } from './links/connected.ts'
import { Live, type LiveOptions } from './live/live.ts'
import { countBatch, type Metrics, makeMetrics, watchSurroundings } from './metrics.ts'
import { makeMovement } from './movement/make.ts'
import type { Movement } from './movement/movement.ts'
import { Presence } from './presence/presence.ts'
import { Refusals } from './refusals.ts'
import { Revocations } from './revocations.ts'
import type { AuthorizePhone, FindByKey, GatewayContext } from './transports/context.ts'
import { Certificate } from './transports/shared/certificate.ts'
import { UnknownDevices } from './transports/shared/unknown.ts'
import { Watch } from './transports/shared/watch.ts'
import { Upkeep } from './upkeep.ts'

/** Creates and connects the services between the transports and the live map. Starts nothing. */
export function makeServices(options: GatewayOptions): Services {
  const { config, db, people, log, cluster, database_kind, public_url, quotas, on_messages, keys } = options
  const metrics = makeMetrics(options.registry ?? new Registry())
  const connected = new Connected()
  const revocations = new Revocations(db, connected)
  const commands = new Commands({ db, log, connected, polls: database_kind === 'server' })
  const publishAlerts = (alerts: Committed['alerts']) => {
    live.publishAlerts(alerts)
    if (alerts.length > 0) alerting.notify()
  }
  const alerting = new Alerting({ db, log, public_url, quotas, on_alerts: publishAlerts, on_messages })
  const live = new Live({
    db: people,
    log,
    authorize: options.authorize,
    adapter: cluster?.adapter,
    distanceOf: (tracker_id) => movement.distanceOf(tracker_id),
    on_revoked: (tracker_id, except) => revocations.revoke(tracker_id, except),
    on_tracker_changed(tracker) {
      commands.notify(tracker)
      presence.settingsChanged(tracker.tracker_id)
    },
  })
  const presence = new Presence({
    db,
    log,
    is_healthy: () => ingest.healthy,
    on_others: makeWarningOfOthers(options),
    on_changes(changes) {
      live.publishPresence(changes)
      alerting.notify()
    },
  })
  const ingest = new Ingest(db, {
    log,
    ...ingestDefaults[database_kind],
    on_waiting: () => metrics.retries.inc(),
    on_committed(committed, seconds) {
      countBatch(metrics, committed, seconds)
      announce(committed, { presence, live, movement, publishAlerts })
    },
  })
  const of = { db, database_kind, gateway_id: presence.gateway_id, roads: config.roads, log }
  const movement = makeMovement({ ...of, on_changes: live.publishMovement.bind(live) }, metrics)
  const drills = new Drills({ db, log, ingest, quotas, on_alerts: publishAlerts })
  const holds = new Holds({ db, connected, live, revocations })
  const forwards = new Forwards({ db, log, keys, public_url, allow_private: options.forward_private })
  const upkeep = new Upkeep({ db, log, retain_days: config.retain_days, on_alerts: publishAlerts })
  const closing = makeClosing(options, metrics)
  const certificate = config.tls && config.transports ? new Certificate(config.tls, log) : null
  watch(metrics, { ingest, live, cluster, certificate })
  renewOnReturn(cluster, live, revocations)
  return {
    config,
    db,
    log,
    metrics,
    ingest,
    presence,
    connected,
    commands,
    cluster,
    live,
    alerting,
    drills,
    upkeep,
    closing,
    movement,
    forwards,
    revocations,
    holds,
    forward_private: options.forward_private,
    authorizePhone: options.authorizePhone,
    findByKey: options.findByKey,
    watch: new Watch(db),
    unknown: new UnknownDevices(db, log),
    certificate,
    refusals: new Refusals(log, metrics),
  }
}

function makeClosing({ config, db, people, history, log, database_kind }: GatewayOptions, metrics: Metrics): Closing {
  const { close_days, closes } = config
  return new Closing({ db, people, history, log, metrics, close_days, closes, database_kind })
}

/** Changes by other processes during the outage were not announced here. */
function renewOnReturn(cluster: Cluster | undefined, live: Live, revocations: Revocations): void {
  cluster?.onReturn(async (away_s) => {
    live.renew()
    await revocations.revokeChanged(away_s)
  })
}

function watch(metrics: Metrics, { ingest, live, ...surroundings }: Watched): void {
  metrics.watch('ringfence_reports_waiting', 'Reports that wait for a batch', () => ingest.waiting)
  metrics.watch('ringfence_live_connections', 'Live connections open', () => live.connections)
  watchSurroundings(metrics, surroundings)
}

/** What is stored goes to presence, the live map, alerts and movement; of fire drills the alerts alone. */
function announce(committed: Committed, { presence, live, movement, publishAlerts }: Followers): void {
  const real = withoutDrills(committed)
  noteContacts(presence, real)
  live.publish(real.events)
  publishAlerts(committed.alerts)
  movement.add(real)
}
type Followers = Pick<Services, 'presence' | 'live' | 'movement'> & { publishAlerts(alerts: Committed['alerts']): void }

/** Trackers of fire drills raise alerts, and are shown and followed nowhere else. */
function withoutDrills(committed: Committed): Committed {
  if (!committed.events.some(({ tracker }) => tracker.drill)) return committed
  const events = committed.events.filter(({ tracker }) => !tracker.drill)
  const real = new Set(events.map(({ entry }) => entry))
  return { ...committed, events, outcomes: new Map([...committed.outcomes].filter(([entry]) => real.has(entry))) }
}

/** Records a contact for each tracker whose report was committed. */
function noteContacts(presence: Presence, { outcomes, followed }: Committed): void {
  const now = Date.now()
  for (const [{ organisation_id, tracker_id, received, report }, outcome] of outcomes) {
    if (outcome === 'unknown_tracker') continue
    const age_ms = now - received
    if (followed.has(tracker_id)) {
      presence.recordReport(organisation_id, tracker_id, age_ms, report.attributes?.charging === true)
    } else presence.recordContact(organisation_id, tracker_id, age_ms)
  }
}

/** Warns once when several processes share the database without Redis. */
function makeWarningOfOthers({ cluster, log }: GatewayOptions): () => void {
  let warned = false
  return () => {
    if (cluster || warned) return
    warned = true
    log.warn(
      'another process uses this database: without REDIS_URL neither shows what the other stores on its live map',
    )
  }
}

type Watched = { ingest: Ingest; live: Live } & Parameters<typeof watchSurroundings>[1]

/** Dependencies of the transports, and the services that only the gateway uses. */
export type Services = GatewayContext & {
  live: Live
  alerting: Alerting
  drills: Drills
  upkeep: Upkeep
  closing: Closing
  movement: Movement
  forwards: Forwards
  revocations: Revocations
  holds: Holds
}

export type GatewayOptions = {
  config: GatewayConfig
  /** Connections for devices and background work. */
  db: Kysely<Database>
  /** Connections for the live map: people's queries take none from devices. */
  people: Kysely<Database>
  database_kind: 'embedded' | 'server'
  log: Logger
  registry?: Registry
  /** Base URL of links in messages. */
  public_url: string
  /** The events of closed days. */
  history: HistoryStore
  /** Opens the passwords of forwardings. */
  keys: KeyRing
  /** Whether reports may be forwarded into private networks. */
  forward_private: boolean
  /** Default quotas for alerts. */
  quotas: QuotaDefaults
  /** Called when messages are queued. */
  on_messages(): void
  authorize: LiveOptions['authorize']
  authorizePhone: AuthorizePhone
  findByKey: FindByKey
  cluster?: Cluster | undefined
}

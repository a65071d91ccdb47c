import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { Alerting } from './alerts/alerting.ts'
import { changedSince } from './cluster/changed.ts'
import type { Cluster } from './cluster/cluster.ts'
import { Commands } from './commands/commands.ts'
import type { TrackerKey } from './commands/store.ts'
import type { GatewayConfig } from './config.ts'
import type { AuthorizePhone, GatewayContext } from './context.ts'
import { Ingest, ingestDefaults } from './ingest/ingest.ts'
import { Live, type LiveOptions } from './live/live.ts'
import { makeMetrics } from './metrics.ts'
import { Presence } from './presence/presence.ts'
import { Refusals } from './refusals.ts'
import { Certificate } from './transports/certificate.ts'
import { Connected } from './transports/connected.ts'
import { startMqtt } from './transports/mqtt.ts'
import { startOsmand } from './transports/osmand_listener.ts'
import { Phones } from './transports/phones.ts'
import { startTcp, type TcpTransport } from './transports/tcp.ts'
import { UnknownDevices } from './transports/unknown.ts'
import { Watch } from './transports/watch.ts'
import { Upkeep } from './upkeep.ts'

/** Starts everything between the devices and the live map. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, db, people, log, database_kind, registry = new Registry() } = options
  const metrics = makeMetrics(registry)
  const connected = new Connected()
  let tcp: TcpTransport | null = null
  const on_revoked = (tracker_id: number, except?: readonly string[]) => {
    tcp?.forget(tracker_id)
    connected.close(tracker_id, 'the tracker was deleted, switched off or changed', except)
  }
  let stopped = false
  const closeChanged = async (away_s: number): Promise<void> => {
    const since = performance.now()
    for (let changed: number[] | null = null; changed === null && !stopped; ) {
      const seconds = away_s + (performance.now() - since) / 1000
      changed = await changedSince(db, connected.trackers, seconds).catch(() => null)
      for (const tracker_id of changed ?? []) on_revoked(tracker_id)
      if (changed === null) await wait(1_000) // the database is away, too
    }
  }
  const commands = new Commands({ db, log, connected, looks: database_kind === 'server' })
  const live = new Live({
    ...{ db: people, log, authorize: options.authorize, adapter: options.cluster?.adapter, on_revoked },
    on_waiting(tracker) {
      commands.wake(tracker)
      presence.settingsChanged(tracker.tracker_id)
    },
  })
  const ingest = new Ingest(db, {
    log,
    ...ingestDefaults[database_kind],
    on_committed({ outcomes, events, alerts, followed }, seconds) {
      metrics.batch_size.observe(outcomes.size)
      metrics.batch_seconds.observe(seconds)
      const counts = new Map<string, number>()
      for (const outcome of outcomes.values()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      for (const [outcome, count] of counts) metrics.reports.inc({ outcome }, count)
      for (const { kind, ended_at } of alerts) metrics.alerts.inc({ kind, change: ended_at ? 'ended' : 'raised' })
      const now = Date.now()
      for (const [{ organisation_id, tracker_id, received, report }, outcome] of outcomes) {
        if (outcome === 'unknown_tracker') continue
        const age_ms = now - received
        if (followed.has(tracker_id)) {
          presence.reported(organisation_id, tracker_id, age_ms, report.attributes?.charging === true)
        } else presence.heard(organisation_id, tracker_id, age_ms)
      }
      live.publish(events)
      live.publishAlerts(alerts)
      if (alerts.length > 0) alerting.wake()
    },
    on_waiting: () => metrics.retries.inc(),
  })
  const presence = new Presence({
    db,
    log,
    is_healthy: () => ingest.healthy,
    on_changes(changes) {
      live.publishPresence(changes)
      alerting.wake()
    },
    on_others() {
      if (options.cluster || warned_of_others) return
      warned_of_others = true
      log.warn(
        'another process works on this database: without REDIS_URL neither shows on its live map what the other stores',
      )
    },
  })
  let warned_of_others = false
  const { public_url, quotas, on_messages } = options
  const alerting = new Alerting({ db, log, public_url, quotas, on_messages })
  metrics.watch('ringfence_reports_waiting', 'Reports that wait for a batch', () => ingest.waiting)
  metrics.watch('ringfence_live_connections', 'Live connections open', () => live.connections)

  const context: GatewayContext = {
    config,
    db,
    log,
    metrics,
    ingest,
    presence,
    watch: new Watch(db, log),
    unknown: new UnknownDevices(db, log),
    authorizePhone: options.authorizePhone,
    connected,
    commands,
    certificate: config.tls && config.transports ? new Certificate(config.tls, log) : null,
    refusals: new Refusals(log, metrics),
    cluster: options.cluster,
  }
  const upkeep = new Upkeep({
    db,
    log,
    retain_days: config.retain_days,
    on_alerts(alerts) {
      live.publishAlerts(alerts)
      if (alerts.length > 0) alerting.wake()
    },
  })
  // What was changed while Redis was away was not heard of here.
  options.cluster?.onReturn(async (away_s) => {
    live.renew()
    await closeChanged(away_s)
  })
  await upkeep.start()
  alerting.start()
  const phones = config.transports ? new Phones(context) : null
  const osmand =
    phones && config.phones.osmand_port !== null ? await startOsmand(phones, config.phones.osmand_port) : null
  if (config.transports) presence.start()
  if (config.transports) commands.start()
  const mqtt = config.transports ? await startMqtt(context) : null
  tcp = config.transports ? await startTcp(context) : null
  return {
    live,
    ingest,
    upkeep,
    alerting,
    presence,
    phones,
    osmand_port: osmand?.port ?? null,
    mqtt_port: mqtt?.port ?? null,
    mqtts_port: mqtt?.tls_port ?? null,
    tcp_ports: tcp?.ports ?? {},
    certificate: context.certificate,
    revoke: (tracker_id, except) => live.revoke(tracker_id, except),
    tell: (tracker) => live.tellTracker(tracker),
    async stop() {
      stopped = true
      presence.freeze()
      commands.freeze()
      await Promise.all([mqtt?.stop(), tcp?.stop(), phones?.stop()])
      await osmand?.stop()
      context.certificate?.stop()
      const drained = await ingest.drain(DRAIN_MS)
      if (!drained)
        log.warn(
          { waiting: ingest.waiting },
          'stopped with reports that were not acknowledged; their devices keep them',
        )
      ingest.stop()
      await commands.stop()
      await context.watch.stop()
      await context.unknown.stop()
      await presence.stop()
      await upkeep.stop()
      await alerting.stop()
      await live.stop()
    },
  }
}

/** Leaves time for the rest of a stop, which takes ten seconds at most. */
const DRAIN_MS = 6_000

export type GatewayOptions = {
  config: GatewayConfig
  /** For what devices wait for, and what is done in the background. */
  db: Kysely<Database>
  /** For the live map: what people ask for takes no connection from devices. */
  people: Kysely<Database>
  database_kind: 'embedded' | 'server'
  log: Logger
  registry?: Registry
  /** Links in messages begin with it. */
  public_url: string
  /** How many alerts are sent where nobody has said otherwise. */
  quotas: QuotaDefaults
  /** There are messages to deliver. */
  on_messages(): void
  authorize: LiveOptions['authorize']
  authorizePhone: AuthorizePhone
  cluster?: Cluster | undefined
}

export type Gateway = {
  live: Live
  ingest: Ingest
  upkeep: Upkeep
  alerting: Alerting
  presence: Presence
  /** Null where no devices connect to this process. */
  phones: Phones | null
  osmand_port: number | null
  mqtt_port: number | null
  /** Null without a certificate. */
  mqtts_port: number | null
  /** By the protocol's name. */
  tcp_ports: Record<string, number>
  certificate: Certificate | null
  /** Ends what a tracker has open, in all processes: it was deleted, switched off, or is to come from elsewhere. */
  revoke(tracker_id: number, except?: readonly string[]): void
  /** There is something to say to a tracker, in whatever process it is: a command, or other settings. */
  tell(tracker: TrackerKey): void
  stop(): Promise<void>
}

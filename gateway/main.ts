import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Database } from '#db/tables/index.ts'
import { Alerting } from './alerts/alerting.ts'
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
import { Watch } from './transports/watch.ts'
import { Upkeep } from './upkeep.ts'

/** Starts everything between the devices and the live map. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, db, log, database_kind, registry = new Registry() } = options
  const metrics = makeMetrics(registry)
  const connected = new Connected()
  let tcp: TcpTransport | null = null
  const on_revoked = (tracker_id: number) => {
    tcp?.forget(tracker_id)
    connected.close(tracker_id, 'the tracker was deleted, switched off or changed')
  }
  const commands = new Commands({ db, log, connected, looks: database_kind === 'server' })
  const live = new Live({
    ...{ db, log, authorize: options.authorize, adapter: options.cluster?.adapter, on_revoked },
    on_waiting: (tracker) => commands.wake(tracker),
  })
  const ingest = new Ingest(db, {
    log,
    ...ingestDefaults[database_kind],
    on_committed({ outcomes, events, alerts }, seconds) {
      metrics.batch_size.observe(outcomes.size)
      metrics.batch_seconds.observe(seconds)
      const counts = new Map<string, number>()
      for (const outcome of outcomes.values()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      for (const [outcome, count] of counts) metrics.reports.inc({ outcome }, count)
      for (const { kind, ended_at } of alerts) metrics.alerts.inc({ kind, change: ended_at ? 'ended' : 'raised' })
      const now = Date.now()
      for (const [{ organisation_id, tracker_id, received }, outcome] of outcomes) {
        if (outcome !== 'unknown_tracker') presence.heard(organisation_id, tracker_id, now - received)
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
  })
  const alerting = new Alerting({ db, log, public_url: options.public_url, on_messages: options.on_messages })
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
    revoke: (tracker_id) => live.revoke(tracker_id),
    tell: (tracker) => live.tellTracker(tracker),
    async stop() {
      presence.freeze()
      commands.freeze()
      await Promise.all([mqtt?.stop(), tcp?.stop(), phones?.stop()])
      await osmand?.stop()
      context.certificate?.stop()
      const drained = await ingest.drain()
      if (!drained)
        log.warn(
          { waiting: ingest.waiting },
          'stopped with reports that were not acknowledged; their devices keep them',
        )
      ingest.stop()
      await commands.stop()
      await context.watch.stop()
      await presence.stop()
      await upkeep.stop()
      await alerting.stop()
      await live.stop()
    },
  }
}

export type GatewayOptions = {
  config: GatewayConfig
  db: Kysely<Database>
  database_kind: 'embedded' | 'server'
  log: Logger
  registry?: Registry
  /** Links in messages begin with it. */
  public_url: string
  /** There are messages to deliver. */
  on_messages(): void
  authorize: LiveOptions['authorize']
  authorizePhone: AuthorizePhone
  cluster?: { mqtt: object; adapter: unknown } | undefined
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
  revoke(tracker_id: number): void
  /** There is something to say to a tracker, in whatever process it is: a command, or other settings. */
  tell(tracker: TrackerKey): void
  stop(): Promise<void>
}

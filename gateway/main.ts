import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Database } from '#db/tables/index.ts'
import type { GatewayConfig } from './config.ts'
import type { GatewayContext } from './context.ts'
import { Ingest, ingestDefaults } from './ingest/ingest.ts'
import { Live, type LiveOptions } from './live/live.ts'
import { makeMetrics } from './metrics.ts'
import { Refusals } from './refusals.ts'
import { startMqtt } from './transports/mqtt.ts'
import { Upkeep } from './upkeep.ts'

/** Starts everything between the devices and the live map. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, db, log, database_kind, registry = new Registry() } = options
  const metrics = makeMetrics(registry)
  const live = new Live({ db, log, authorize: options.authorize, adapter: options.cluster?.adapter })
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
      live.publish(events)
      live.publishAlerts(alerts)
    },
    on_waiting: () => metrics.retries.inc(),
  })
  metrics.watch('ringfence_reports_waiting', 'Reports that wait for a batch', () => ingest.waiting)
  metrics.watch('ringfence_live_connections', 'Live connections open', () => live.connections)

  const context: GatewayContext = {
    config,
    db,
    log,
    metrics,
    ingest,
    refusals: new Refusals(log, metrics),
    cluster: options.cluster,
  }
  const upkeep = new Upkeep({
    db,
    log,
    retain_days: config.retain_days,
    on_alerts: (alerts) => live.publishAlerts(alerts),
  })
  await upkeep.start()
  const mqtt = config.transports ? await startMqtt(context) : null
  return {
    live,
    ingest,
    upkeep,
    mqtt_port: mqtt?.port ?? null,
    async stop() {
      await mqtt?.stop()
      const drained = await ingest.drain()
      if (!drained)
        log.warn(
          { waiting: ingest.waiting },
          'stopped with reports that were not acknowledged; their devices keep them',
        )
      ingest.stop()
      await upkeep.stop()
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
  authorize: LiveOptions['authorize']
  cluster?: { mqtt: object; adapter: unknown } | undefined
}

export type Gateway = {
  live: Live
  ingest: Ingest
  upkeep: Upkeep
  mqtt_port: number | null
  stop(): Promise<void>
}

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Committed } from './ingest/batch.ts'

/** The gateway's own figures, for Prometheus. */
export function makeMetrics(registry: Registry) {
  const registers = [registry]
  const sources = new Map<string, () => number>()
  new Gauge({
    name: 'ringfence_device_connections',
    help: 'Devices connected now',
    labelNames: ['transport'],
    registers,
    collect() {
      for (const [transport, count] of sources) this.set({ transport }, count())
    },
  })
  return {
    registers,
    reports: new Counter({
      name: 'ringfence_reports_total',
      help: 'Reports by what became of them',
      labelNames: ['outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'ringfence_sign_in_refusals_total',
      help: 'Devices refused at sign-in',
      labelNames: ['transport', 'reason'],
      registers,
    }),
    batch_size: new Histogram({
      name: 'ringfence_batch_reports',
      help: 'Reports in a committed batch',
      buckets: [1, 10, 50, 100, 250, 500, 1000],
      registers,
    }),
    batch_seconds: new Histogram({
      name: 'ringfence_batch_seconds',
      help: 'Time from taking a batch to its commit',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    retries: new Counter({
      name: 'ringfence_batch_retries_total',
      help: 'Batches that had to wait for the database',
      registers,
    }),
    alerts: new Counter({
      name: 'ringfence_alerts_total',
      help: 'Alerts raised and ended',
      labelNames: ['kind', 'change'],
      registers,
    }),
    history_events: new Counter({
      name: 'ringfence_history_events_total',
      help: 'Events of closed days that were moved to files',
      labelNames: ['reason'],
      registers,
    }),
    history_failures: new Counter({
      name: 'ringfence_history_failures_total',
      help: 'Times that days could not be closed',
      registers,
    }),
    connections: { watch: (transport: string, count: () => number) => void sources.set(transport, count) },
    /** A gauge that is read at each scrape, and omitted while it is null. */
    watch(name: string, help: string, read: () => number | null): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const value = read()
          if (value === null) this.remove()
          else this.set(value)
        },
      })
    },
  }
}

/** What the gateway needs beside the database. */
export function watchSurroundings(metrics: Metrics, { cluster, certificate }: Surroundings): void {
  metrics.watch('ringfence_redis_connected', 'Whether Redis answers; omitted without REDIS_URL', () =>
    cluster ? Number(cluster.connected) : null,
  )
  metrics.watch(
    'ringfence_certificate_expires_seconds',
    'Time until the certificate of TLS_CERT expires; omitted without one',
    () => certificate && (certificate.expires_at.getTime() - Date.now()) / 1000,
  )
}

/** Counts a committed batch: its size, its time, its reports by outcome, and the alerts it raised and ended. */
export function countBatch(metrics: Metrics, { outcomes, alerts }: Committed, seconds: number): void {
  metrics.batch_size.observe(outcomes.size)
  metrics.batch_seconds.observe(seconds)
  const counts = new Map<string, number>()
  for (const outcome of outcomes.values()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  for (const [outcome, count] of counts) metrics.reports.inc({ outcome }, count)
  for (const { kind, ended_at } of alerts) metrics.alerts.inc({ kind, change: ended_at ? 'ended' : 'raised' })
}

export type Metrics = ReturnType<typeof makeMetrics>

type Surroundings = { cluster: { connected: boolean } | undefined; certificate: { expires_at: Date } | null }

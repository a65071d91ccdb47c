import { type Kysely, sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '#db/tables/index.ts'

/** Delivery attempts by outcome, counted per process. */
export function makeDeliveryMetrics(registry: Registry) {
  return new Counter({
    name: 'ringfence_deliveries_total',
    help: 'Attempts to deliver a message: sent, delivered, failed, retried (put off), away (the provider takes nothing)',
    labelNames: ['channel', 'provider', 'outcome'],
    registers: [registry],
  })
}

/** How often deliveries were held. */
export function makeHeldMetrics(registry: Registry) {
  return new Counter({
    name: 'ringfence_deliveries_held_total',
    help: 'Deliveries kept back: unconfirmed (the address has not agreed), quota (the organisation has sent enough)',
    labelNames: ['channel', 'because'],
    registers: [registry],
  })
}

/**
 * Gauges of the queues in the database, the same for every process, read at each scrape through partial indexes.
 * Without the database, these gauges are omitted.
 */
export function watchQueue(registry: Registry, db: Kysely<Database>): void {
  let reading = Promise.resolve()
  let read_at = Number.NEGATIVE_INFINITY
  const collect = () => {
    // All gauges are collected together.
    if (performance.now() - read_at > FRESH_MS) {
      read_at = performance.now()
      reading = refresh()
    }
    return reading
  }
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `ringfence_${name}`, help, labelNames, registers: [registry], collect })
  const gauges = {
    deliveries: gauge(
      'deliveries_waiting',
      'Deliveries to come: due, later (put off), taken (with a provider)',
      by_channel_and_state,
    ),
    oldest: gauge('deliveries_oldest_seconds', 'How long the oldest delivery to come has waited', ['channel']),
    jobs: gauge('alert_jobs', 'Alerts, reminders and escalations to work out: due, or later', ['state']),
    kept: gauge('deliveries_held', 'Deliveries that are kept back now, by the reason', ['channel', 'because']),
    held: gauge('alerts_held', 'Alerts kept for a digest, by the reason: quiet hours, the limit or repeats', [
      'because',
    ]),
    outbox: gauge('outbox_mails', 'Messages in the outbox, because no provider is configured for their channel', [
      'channel',
    ]),
  }
  const refresh = async () => {
    const rows = await withTimeout(readFigures(db)).catch(() => [])
    for (const one of Object.values(gauges)) one.reset()
    for (const { figure, channel, state, value } of rows) {
      gauges[figure].set(labelsOf[figure]({ channel, state }), value)
    }
  }
}

async function readFigures(db: Kysely<Database>): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    with waiting as (
      select channel, queued, case when taken_until >= now() then 'taken' when due_at > now() then 'later' else 'due' end as state
      from message_delivery where state = 'queued'
    )
    select 'deliveries' as figure, channel, state, count(*)::float8 as value from waiting group by channel, state
    union all
    select 'oldest', channel, '', extract(epoch from now() - min(queued))::float8 from waiting group by channel
    union all
    select 'jobs', '', state, count(*)::float8
      from (select case when due_at > now() then 'later' else 'due' end as state from alert_job) j group by state
    union all
    select 'kept', channel, held_because, count(*)::float8 from message_delivery where state = 'held' group by 2, 3
    union all
    select 'held', '', because, count(*)::float8 from held_alert group by because
    union all
    select 'outbox', channel, '', count(*)::float8 from outbox_mail group by channel`.execute(db)
  return rows
}

/** A scrape must not wait for a database that does not answer. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the database has not answered')), READ_TIMEOUT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const labelsOf = {
  deliveries: ({ channel, state }) => ({ channel, state }),
  oldest: ({ channel }) => ({ channel }),
  jobs: ({ state }) => ({ state }),
  kept: ({ channel, state }) => ({ channel, because: state }),
  held: ({ state }) => ({ because: state }),
  outbox: ({ channel }) => ({ channel }),
} satisfies Record<Figure['figure'], (figure: Pick<Figure, 'channel' | 'state'>) => Record<string, string>>
const by_channel_and_state = ['channel', 'state']
const FRESH_MS = 1_000
const READ_TIMEOUT_MS = 5_000

type Figure = {
  figure: 'deliveries' | 'oldest' | 'jobs' | 'kept' | 'held' | 'outbox'
  channel: string
  state: string
  value: number
}

export type HeldMetrics = ReturnType<typeof makeHeldMetrics>
export type DeliveryMetrics = ReturnType<typeof makeDeliveryMetrics>

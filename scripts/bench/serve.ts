import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Archive } from '#db/history/archive.ts'
import { makeDays } from '#db/partitions.ts'
import { type RingfenceServer, startServer } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { handleCalls } from './child_calls.ts'
import { addDay, PER_DAY } from './history_days.ts'
import { movementOrders } from './movement_orders.ts'

// Ringfence as started by `scripts/server/start.ts`, with functions for benchmarks.
let server: RingfenceServer | undefined

handleCalls(
  {
    async start(): Promise<Started> {
      server = await startServer(readConfig())
      const { http_port, mqtt_port, tcp_ports, gateway } = server
      const { teltonika = 0, gt06 = 0 } = tcp_ports
      return { http_port, mqtt_port: mqtt_port!, ports: { teltonika, gt06, osmand: gateway.osmand_port! } }
    },
    /**
     * Runs the garbage collector.
     *
     * @returns bytes in use afterwards
     */
    async collect() {
      for (let i = 0; i < 4; i++) {
        global.gc?.()
        await wait(100)
      }
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
    /** Online and offline events of the server are not reports. */
    async stored() {
      const { count } = await server!.database.db
        .selectFrom('tracker_event')
        .where('event', 'not in', ['online', 'offline'])
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /** Closes all days but the last two. @returns what is in files */
    async closeHistory() {
      const { database, history } = server!
      await new Archive({ db: database.db, store: history, close_days: 2, merge_rows: 200_000 }).run()
      const { rows } = await sql<{ bytes: number; events: number }>`
        select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(events), 0)::float8 as events
        from event_archive`.execute(database.db)
      return rows[0]!
    },
    /** Adds events of whole days, five and four days ago. @returns how many */
    async addHistory({ organisation_id, trackers }: { organisation_id: number; trackers: number }) {
      const { db } = server!.database
      const { rows } = await sql<{ id: number }>`
        insert into tracker (organisation_id, number, name, token_sha256)
        select ${organisation_id}::bigint, 'history-' || i, 'Van ' || i, repeat('0', 64)
        from generate_series(1, ${trackers}::int) i returning id`.execute(db)
      const tracker_ids = rows.map(({ id }) => id)
      const days = [5, 4].map((ago) => new Date(Math.floor(Date.now() / 86_400_000 - ago) * 86_400_000))
      await makeDays(db, days[0]!, days[1]!)
      for (const day of days) await addDay(db, { organisation_id, tracker_ids }, day.toISOString())
      return trackers * days.length * PER_DAY
    },
    counts: ({ digest }: { digest: boolean }) => countAlerts(server!, digest),
    ...movementOrders(() => server!),
  },
  () => server?.stop(),
)

/**
 * Counts alerts and their messages.
 *
 * @param digest as if the hour of deferred alerts were over
 */
async function countAlerts(
  { database: { db }, gateway, delivery }: RingfenceServer,
  digest: boolean,
): Promise<AlertCounts> {
  if (digest) await db.updateTable('held_alert').set({ due_at: sql`now() - interval '1 s'` }).execute()
  await gateway.alerting.drain()
  await delivery.drain()
  const { rows } = await sql<AlertCounts>`
    select (select count(*)::int from alert) as alerts,
      count(*) filter (where m.kind = 'alert')::int as messages, count(*) filter (where m.kind = 'digest')::int as digests,
      count(distinct d.address)::int as recipients,
      (select coalesce(max(alerts_per_hour), 20) from organisation_config) as limit
    from message_delivery d join message m on m.id = d.message_id where m.kind in ('alert', 'digest')`.execute(db)
  return rows[0]!
}

/** Deliveries of alerts and digests, their addresses, and the hourly limit of an address. */
export type AlertCounts = { alerts: number; messages: number; digests: number; recipients: number; limit: number }

export type Started = {
  http_port: number
  mqtt_port: number
  ports: { teltonika: number; gt06: number; osmand: number }
}

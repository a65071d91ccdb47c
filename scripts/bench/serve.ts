import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type RingfenceServer, startServer } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { obey } from './orders.ts'

// Ringfence as `scripts/server/start.ts` runs it, and what a benchmark must be able to ask of the process.
let server: RingfenceServer | undefined

obey(
  {
    async start(): Promise<Started> {
      server = await startServer(readConfig())
      const { http_port, mqtt_port, tcp_ports, gateway } = server
      const { teltonika = 0, gt06 = 0 } = tcp_ports
      return { http_port, mqtt_port: mqtt_port!, ports: { teltonika, gt06, osmand: gateway.osmand_port! } }
    },
    /** Frees what can be freed, so that memory can be compared. @returns bytes that are in use then */
    async collect() {
      for (let i = 0; i < 4; i++) {
        global.gc?.()
        await wait(100)
      }
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
    /** What the server itself says of devices is no report. */
    async stored() {
      const { count } = await server!.database.db
        .selectFrom('tracker_event')
        .where('event', 'not in', ['online', 'offline'])
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    told: ({ digest }: { digest: boolean }) => told(server!, digest),
  },
  () => server?.stop(),
)

/** What was made of alerts until now. @param digest as if the hour were over that held alerts wait for */
async function told({ database: { db }, gateway, delivery }: RingfenceServer, digest: boolean): Promise<Told> {
  if (digest) await db.updateTable('held_alert').set({ due_at: sql`now() - interval '1 s'` }).execute()
  await gateway.alerting.drain()
  await delivery.drain()
  const { rows } = await sql<Told>`
    select (select count(*)::int from alert) as alerts,
      count(*) filter (where m.kind = 'alert')::int as messages, count(*) filter (where m.kind = 'digest')::int as digests,
      count(distinct d.address)::int as recipients,
      (select coalesce(max(alerts_per_hour), 20) from organisation_config) as limit
    from message_delivery d join message m on m.id = d.message_id where m.kind in ('alert', 'digest')`.execute(db)
  return rows[0]!
}

/** Deliveries of alerts and of digests, to how many addresses, and how many an address may get in an hour. */
export type Told = { alerts: number; messages: number; digests: number; recipients: number; limit: number }

export type Started = {
  http_port: number
  mqtt_port: number
  ports: { teltonika: number; gt06: number; osmand: number }
}

import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { type RingfenceServer, startServer } from '../server.ts'
import { obey } from './orders.ts'

// Ringfence as `scripts/start.ts` runs it, and what a benchmark must be able to ask of the process.
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
  },
  () => server?.stop(),
)

export type Started = {
  http_port: number
  mqtt_port: number
  ports: { teltonika: number; gt06: number; osmand: number }
}

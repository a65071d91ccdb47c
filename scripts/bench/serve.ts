import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { type RingfenceServer, startServer } from '../server.ts'
import { obey } from './orders.ts'

// Ringfence as `scripts/start.ts` runs it, and what a benchmark must be able to ask of the process.
let server: RingfenceServer | undefined

obey(
  {
    async start() {
      server = await startServer(readConfig())
      return { http_port: server.http_port, mqtt_port: server.mqtt_port }
    },
    /** Frees what can be freed, so that memory can be compared. */
    async collect() {
      for (let i = 0; i < 4; i++) {
        global.gc?.()
        await wait(100)
      }
    },
  },
  () => server?.stop(),
)

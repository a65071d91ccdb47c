import { handleCalls } from '../child_calls.ts'
import { DeviceConnection } from './connection.ts'
import { mqtt } from './dialects/mqtt.ts'
import { area } from './fleet.ts'

// Trackers that all report from inside or outside, in a process of its own.
handleCalls({ connect, report })

const trackers: Tracker[] = []
let last_ms = 0

async function connect({ port, first, connections }: LeavingFleet): Promise<void> {
  for (let from = 0; from < connections; from += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, connections - from) }, (_, i) => open(port, first + from + i))
    trackers.push(...(await Promise.all(some)))
  }
}

/**
 * Every tracker reports once, spread over the given time.
 *
 * @returns milliseconds until the last acknowledgement
 */
async function report({ outside, over_ms }: Reporting): Promise<number> {
  const began = performance.now()
  // Strictly increasing timestamps.
  const ts_ms = Math.max(Date.now(), last_ms + 1)
  last_ms = ts_ms
  const lat_e6 = -1e6 * (outside ? area.north + 5 : (area.north + area.south) / 2)
  const position = { lat_e6, lon_e6: 172e6, ts_ms, speed_dms: 125, heading: 100 }
  const each = trackers.map(
    (tracker, i) =>
      new Promise<void>((resolve) => {
        setTimeout(() => tracker.report(position, resolve), (i * over_ms) / trackers.length)
      }),
  )
  await Promise.race([Promise.all(each), failed.promise])
  return performance.now() - began
}

function open(port: number, index: number): Promise<Tracker> {
  const { promise, resolve } = Promise.withResolvers<Tracker>()
  const packet = mqtt.packet(index, 0, 1)
  let on_acknowledged = () => {}
  const connection = new DeviceConnection(
    { port, index, dialect: mqtt, slots: 1 },
    {
      welcome: () =>
        resolve({
          report(position, done) {
            on_acknowledged = done
            mqtt.write(packet, 0, packet.length, [position])
            connection.write(Buffer.from(packet))
          },
        }),
      acknowledged: () => on_acknowledged(),
      lost: (error) => failed.reject(error),
    },
  )
  return Promise.race([promise, failed.promise])
}

const failed = Promise.withResolvers<never>()
failed.promise.catch(() => {})
const BATCH = 100

type Position = Parameters<typeof mqtt.write>[3][number]
type Tracker = { report(position: Position, done: () => void): void }
export type LeavingFleet = { port: number; first: number; connections: number }
export type Reporting = { outside: boolean; over_ms: number }

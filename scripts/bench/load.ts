import { setTimeout as wait } from 'node:timers/promises'
import { Device } from './device.ts'
import { Histogram } from './histogram.ts'
import { obey } from './orders.ts'

// The load generator: in a process of its own, and the same for every broker.
obey({ connect, run })

const devices: Device[] = []
let measuring: Histogram | null = null
let running = false
let failure: Error | null = null

async function connect({ port, connections, window, first = 0 }: Fleet): Promise<void> {
  for (let from = 0; from < connections; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, connections - from) }, (_, i) =>
      open(port, first + from + i, window),
    )
    devices.push(...(await Promise.all(some)))
  }
}

/** All devices publish, each again as soon as it is acknowledged; what comes in the first seconds does not count. */
async function run({ warm_s, seconds }: Run): Promise<Measured> {
  running = true
  for (const device of devices) device.publishAll()
  await wait(warm_s * 1000)
  const histogram = new Histogram()
  measuring = histogram
  const began = performance.now()
  await wait(seconds * 1000)
  const took_s = (performance.now() - began) / 1000
  measuring = null
  running = false
  for (const patience = Date.now() + 20_000; devices.some((device) => device.under_way > 0); ) {
    if (failure) throw failure
    if (Date.now() > patience) throw new Error('not all reports were acknowledged')
    await wait(20)
  }
  if (failure) throw failure
  return { rate: histogram.total / took_s, p50_ms: histogram.percentile(0.5), p99_ms: histogram.percentile(0.99) }
}

function open(port: number, index: number, window: number): Promise<Device> {
  return new Promise((resolve, reject) => {
    new Device({
      port,
      index,
      window,
      on_connected: resolve,
      on_acknowledged(ms) {
        measuring?.add(ms)
        return running
      },
      on_lost(error) {
        failure ??= error
        reject(error)
      },
    })
  })
}

const AT_ONCE = 100

/** `first` is the place in the fleet of the first that connects. */
export type Fleet = { port: number; connections: number; window: number; first?: number }
export type Run = { warm_s: number; seconds: number }
export type Measured = { rate: number; p50_ms: number; p99_ms: number }

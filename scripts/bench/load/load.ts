import { setTimeout as wait } from 'node:timers/promises'
import { handleCalls } from '../child_calls.ts'
import { Device } from './device.ts'
import { type DialectName, dialects } from './dialects/index.ts'
import { Histogram } from './histogram.ts'

// The load generator, in a process of its own, and the same for every broker.
handleCalls({ connect, run, pace })

const devices: Device[] = []
let positions = 1
let measuring: Histogram | null = null
let running = false
let failure: Error | null = null

async function connect(fleet: Fleet): Promise<void> {
  positions = fleet.positions ?? 1
  const { first = 0, connections } = fleet
  for (let from = 0; from < connections; from += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, connections - from) }, (_, i) => open(fleet, first + from + i))
    devices.push(...(await Promise.all(some)))
  }
}

/** All devices publish, each again when it is acknowledged. The warm-up is not counted. */
async function run({ warm_s, seconds }: Run): Promise<Measured> {
  running = true
  for (const device of devices) device.publishAll()
  return measure(warm_s, seconds, () => {
    running = false
  })
}

/** Each device publishes every `every_ms` milliseconds, with a random phase. */
async function pace({ every_ms, warm_s, seconds }: Pace): Promise<Measured> {
  const timers: NodeJS.Timeout[] = []
  for (const device of devices) {
    const publish = () => {
      // A report that takes longer than the interval is counted once, with its whole latency.
      if (device.under_way === 0) device.publishOne()
    }
    timers.push(setTimeout(() => timers.push(setInterval(publish, every_ms)), Math.random() * every_ms))
  }
  return measure(warm_s, seconds, () => timers.forEach(clearInterval))
}

async function measure(warm_s: number, seconds: number, stop: () => void): Promise<Measured> {
  await wait(warm_s * 1000)
  const histogram = new Histogram()
  measuring = histogram
  const began = performance.now()
  await wait(seconds * 1000)
  const took_s = (performance.now() - began) / 1000
  measuring = null
  stop()
  for (const deadline = Date.now() + 20_000; devices.some((device) => device.under_way > 0); ) {
    if (failure) throw failure
    if (Date.now() > deadline) throw new Error('not all reports were acknowledged')
    await wait(20)
  }
  if (failure) throw failure
  return {
    rate: (positions * histogram.total) / took_s,
    p50_ms: histogram.percentile(0.5),
    p99_ms: histogram.percentile(0.99),
  }
}

function open({ port, window, dialect = 'mqtt', lag_s }: Fleet, index: number): Promise<Device> {
  return new Promise((resolve, reject) => {
    new Device({
      port,
      index,
      window,
      positions,
      lag_s,
      dialect: dialects[dialect],
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

const BATCH = 100

export type Fleet = {
  port: number
  connections: number
  /** Packets in flight of each. */
  window: number
  /** The index of the first tracker that connects. */
  first?: number
  /** MQTT if not given. */
  dialect?: DialectName
  /** In a packet; 1 if not given. */
  positions?: number
  /** Lag of their clocks. */
  lag_s?: number
}
export type Run = { warm_s: number; seconds: number }
export type Pace = Run & { every_ms: number }
/** Reports a second, and latency of a packet from sending to acknowledgement. */
export type Measured = { rate: number; p50_ms: number; p99_ms: number }

import { setTimeout as wait } from 'node:timers/promises'
import { obey } from '../orders.ts'
import { Device } from './device.ts'
import { type DialectName, dialects } from './dialects/index.ts'
import { Histogram } from './histogram.ts'

// The load generator: in a process of its own, and the same for every broker.
obey({ connect, run, pace })

const devices: Device[] = []
let positions = 1
let measuring: Histogram | null = null
let running = false
let failure: Error | null = null

async function connect(fleet: Fleet): Promise<void> {
  positions = fleet.positions ?? 1
  const { first = 0, connections } = fleet
  for (let from = 0; from < connections; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, connections - from) }, (_, i) => open(fleet, first + from + i))
    devices.push(...(await Promise.all(some)))
  }
}

/** All devices publish, each again as soon as it is acknowledged; what comes in the first seconds does not count. */
async function run({ warm_s, seconds }: Run): Promise<Measured> {
  running = true
  for (const device of devices) device.publishAll()
  return measure(warm_s, seconds, () => {
    running = false
  })
}

/** Each device publishes once in so many milliseconds, at a moment of its own. */
async function pace({ every_ms, warm_s, seconds }: Pace): Promise<Measured> {
  const timers: NodeJS.Timeout[] = []
  for (const device of devices) {
    const publish = () => {
      // What waits longer than that is counted once, with all of its time.
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
  for (const patience = Date.now() + 20_000; devices.some((device) => device.under_way > 0); ) {
    if (failure) throw failure
    if (Date.now() > patience) throw new Error('not all reports were acknowledged')
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
      ...{ port, index, window, positions, lag_s, dialect: dialects[dialect] },
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

export type Fleet = {
  port: number
  connections: number
  /** Packets that each has under way. */
  window: number
  /** The place in the fleet of the first that connects. */
  first?: number
  /** MQTT if not given. */
  dialect?: DialectName
  /** In a packet; 1 if not given. */
  positions?: number
  /** How far their clocks are behind. */
  lag_s?: number
}
export type Run = { warm_s: number; seconds: number }
export type Pace = Run & { every_ms: number }
/** Reports a second, and the time of a packet from its sending to its acknowledgement. */
export type Measured = { rate: number; p50_ms: number; p99_ms: number }

import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { createClient } from '#api/client.ts'
import { percentiles, type Row } from '../figures.ts'
import { Device } from '../load/device.ts'
import { Histogram } from '../load/histogram.ts'
import { ADMIN, type Kind, names, type Ringfence, type Stage } from '../stage.ts'

/** Latency of single reports through an idle system: to PUBACK, and to a live map. */
export async function latency(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of ['postgres', 'embedded'] as const) {
    const server = await stage.ringfence(kind)
    if (server) rows.push(...(await measure(stage, kind, server)))
  }
  return rows
}

async function measure(stage: Stage, kind: Kind, { http_port, mqtt_port }: Ringfence): Promise<Row[]> {
  const map = await openMap(`http://127.0.0.1:${http_port}`)
  const devices = await openDevices(mqtt_port)
  try {
    await report({ map, devices, count: 50, every_ms: 20 }) // warm
    stage.log(`idle system on ${names[kind]}: single reports`)
    const single = await report({ map, devices, count: stage.quick ? 40 : 300, every_ms: 150 })
    stage.log(`idle system on ${names[kind]}: a report every 30 ms`)
    const steady = await report({ map, devices, count: stage.quick ? 100 : 300, every_ms: 30 })
    const [p50, p99] = percentilesOf(single.seen)
    return [
      {
        what: `one report, idle system, ${names[kind]}: publish → socket.io client`,
        measured: percentiles(p50, p99),
        value: p99,
        unit: 'ms p99',
        goal: 'p99 < 50 ms',
        reached: p99 < 50,
      },
      rowOf('  publish → PUBACK', single.acknowledged),
      rowOf('  one every 30 ms: publish → socket.io client (10 messages a second)', steady.seen),
      rowOf('  one every 30 ms: publish → PUBACK', steady.acknowledged),
    ]
  } finally {
    map.close()
    for (const device of devices) device.device.close()
  }
}

async function report({ map, devices, count, every_ms }: Reporting): Promise<Latencies> {
  const latencies = { acknowledged: new Histogram(), seen: new Histogram() }
  const sent_at = new Map<string, number>()
  const onPositions = (events: { fix_at: string }[]) => {
    for (const { fix_at } of events) {
      const at = sent_at.get(fix_at)
      if (at !== undefined) latencies.seen.add(performance.now() - at)
    }
  }
  map.on('positions', onPositions)
  for (let i = 0; i < count; i++) {
    // Random intervals, not in phase with a timer of the server.
    await wait(every_ms * (0.7 + 0.6 * Math.random()))
    const tracker = devices[i % devices.length]!
    tracker.on_acknowledged = (ms) => latencies.acknowledged.add(ms)
    const now = performance.now()
    sent_at.set(new Date(tracker.device.publishOne()).toISOString(), now)
  }
  for (const deadline = Date.now() + 5_000; latencies.seen.total < count && Date.now() < deadline; ) await wait(20)
  map.off('positions', onPositions)
  if (latencies.seen.total < count)
    throw new Error(`${count - latencies.seen.total} of ${count} reports did not reach the map`)
  return latencies
}

async function openMap(base: string): Promise<Socket> {
  const body = { username: ADMIN.email, password: ADMIN.password }
  const { data } = await createClient({ base }).call('POST', 'user/signin', body)
  const map = io(base, { transports: ['websocket'], auth: { token: data.token }, reconnection: false })
  await new Promise((resolve, reject) => {
    map.once('snapshot', resolve)
    map.once('connect_error', reject)
  })
  return map
}

/** Enough devices that none reports twice within the coalescing interval of the live map. */
function openDevices(port: number): Promise<Reporter[]> {
  const opening = Array.from({ length: 50 }, (_, index) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reporter>()
    const reporter: Omit<Reporter, 'device'> = { on_acknowledged: () => {} }
    new Device({
      port,
      index,
      window: 1,
      on_connected: (device) => resolve(Object.assign(reporter, { device })),
      on_acknowledged(ms) {
        reporter.on_acknowledged(ms)
        return false
      },
      on_lost: reject,
    })
    return promise
  })
  return Promise.all(opening)
}

const percentilesOf = (histogram: Histogram) => [histogram.percentile(0.5), histogram.percentile(0.99)] as const

function rowOf(what: string, histogram: Histogram): Row {
  const [p50, p99] = percentilesOf(histogram)
  return { what, measured: percentiles(p50, p99), value: p99, unit: 'ms p99' }
}

type Reporter = { device: Device; on_acknowledged(ms: number): void }
type Reporting = { map: Socket; devices: Reporter[]; count: number; every_ms: number }
type Latencies = { acknowledged: Histogram; seen: Histogram }

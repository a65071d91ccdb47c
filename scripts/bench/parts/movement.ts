import { createClient } from '#api/client.ts'
import { startChild } from '../child_calls.ts'
import { median, ms, percentiles, type Row } from '../figures.ts'
import { Histogram } from '../load/histogram.ts'
import type { Measured } from '../load/load.ts'
import type { Filled, Lags, Months } from '../movement_orders.ts'
import type { Started } from '../serve.ts'
import { ADMIN, type Stage } from '../stage.ts'

/** Trips and stops: what finding them costs devices, how late it is, and what reading them takes. */
export async function movement(stage: Stage): Promise<Row[]> {
  const filled = await stage.filled('postgres', BOUNDARIES)
  if (!filled) return []
  const server = startChild('serve.ts', { env: { ...filled.env, ...unlimited } })
  try {
    const { http_port, mqtt_port } = await server.call<Started>('start')
    return [
      // Before anything waits to be read from history.
      ...(await month(stage, server.call)),
      ...(await cost(stage, server.call, mqtt_port)),
      ...(await lag(stage, server.call, mqtt_port)),
      ...(await reading(stage, server.call, http_port)),
    ]
  } finally {
    await server.stop()
  }
}

/** Pairs of runs with and without, alternating: other load on the machine changes slowly. */
async function cost(stage: Stage, call: Call, port: number): Promise<Row[]> {
  const load = await stage.connect({ port, connections: 1000, window: 20 })
  const pairs = stage.quick ? 3 : 8
  const run = stage.quick ? { warm_s: 0.5, seconds: 2 } : { warm_s: 1, seconds: 5 }
  await load.call('run', { warm_s: 0, seconds: 5 })
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const rates: Record<string, number> = {}
    for (const on of pair % 2 === 0 ? [true, false] : [false, true]) {
      await call('follow', { on })
      rates[String(on)] = (await load.call<Measured>('run', run)).rate
    }
    ratios.push(rates.true! / rates.false!)
    stage.log(`movement: ${Math.round(rates.true!)} reports/s with, ${Math.round(rates.false!)} without`)
  }
  await call('follow', { on: true })
  await load.stop()
  const share = 1 - median(ratios)
  return [
    {
      what: 'movement: reports a second that following costs, 1000 × 20 in flight',
      measured: `${(100 * share).toFixed(1)} % (pairs: ${ratios.map((ratio) => (100 - 100 * ratio).toFixed(1)).join(', ')})`,
      value: 100 * share,
      unit: '%',
      goal: '≤ 3 %',
      reached: share <= 0.03,
    },
  ]
}

async function lag(stage: Stage, call: Call, port: number): Promise<Row[]> {
  const load = await stage.connect({ port, connections: 5000, window: 1, first: 1000 })
  const seconds = stage.quick ? 10 : 40
  const warm_s = stage.quick ? 5 : 10
  stage.log('movement: 5000 trackers that report each second')
  // The first reports of a tracker are read from history, and what the runs before have left.
  await load.call('pace', { every_ms: 1000, warm_s: 0, seconds: 3 })
  const each_ms = await call<number>('settle')
  stage.log(`movement: read from history in ${ms(each_ms)} a tracker`)
  const paced = load.call<Measured>('pace', { every_ms: 1000, warm_s, seconds })
  await new Promise((resolve) => setTimeout(resolve, warm_s * 1000))
  const { lags, behind } = await call<Lags>('lags', { seconds })
  const { rate, p99_ms } = await paced
  await load.stop()
  const at = (share: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0
  return [
    {
      what: 'movement: age of the oldest report that waits, 5000 trackers × 1 a second',
      measured: `p50 ${at(0.5).toFixed(1)} s, p99 ${at(0.99).toFixed(1)} s (${behind} trackers read from history; ${Math.round(rate)} reports/s, acknowledged p99 ${ms(p99_ms)})`,
      value: at(0.99),
      unit: 's',
      goal: 'p99 < 3 s',
      reached: at(0.99) < 3,
    },
  ]
}

async function month(stage: Stage, call: Call): Promise<Row[]> {
  stage.log('movement: a month of a tracker')
  const { table, files, reports, segments } = await call<Months>('findMonth')
  return [
    {
      what: `movement: a month of a tracker found again (${reports} reports, ${segments} segments), in the table; in files`,
      measured: `${ms(median(table))}; ${ms(median(files))}`,
      value: Math.max(median(table), median(files)),
      unit: 'ms',
      goal: '< 1 s',
      reached: Math.max(median(table), median(files)) < 1000,
    },
  ]
}

async function reading(stage: Stage, call: Call, http_port: number): Promise<Row[]> {
  const sizes = stage.quick ? { trackers: 2000, each: 100 } : { trackers: 5000, each: 200 }
  stage.log(`movement: adding ${sizes.trackers * sizes.each} segments`)
  const { bytes, index_bytes, segments, tracker_id, from } = await call<Filled>('addSegments', sizes)
  const base = `http://127.0.0.1:${http_port}`
  const body = { username: ADMIN.email, password: ADMIN.password }
  const { data } = await createClient({ base }).call('POST', 'user/signin', body)
  const week = `from=${new Date(Date.parse(from) + 7 * DAY_MS).toISOString()}&to=${new Date(Date.parse(from) + 14 * DAY_MS).toISOString()}`
  const ofTracker = () => `tracker_id=${tracker_id + Math.floor(Math.random() * sizes.trackers)}`
  const rows: Row[] = []
  const requests: Record<string, () => string> = {
    'the newest 50': () => 'segments?organisation_id=1&limit=50',
    'the newest 50 trips': () => 'segments?organisation_id=1&kind=trip&limit=50',
    '50 of a tracker': () => `segments?organisation_id=1&${ofTracker()}&limit=50`,
    'sums of a tracker’s trips': () => `segments?organisation_id=1&${ofTracker()}&kind=trip&sums=true&limit=50`,
    'sums of the trips of a week of all trackers': () =>
      `segments?organisation_id=1&kind=trip&${week}&sums=true&limit=50`,
    'sums of days of a week of all trackers': () =>
      `trackerdays?organisation_id=1&from=${from.slice(0, 8)}08&until=${from.slice(0, 8)}14&sums=true&limit=50`,
  }
  for (const [what, path] of Object.entries(requests)) {
    stage.log(`movement: ${what}`)
    const histogram = new Histogram()
    for (let i = 0; i < (stage.quick ? 30 : 100) + WARM; i++) {
      const began = performance.now()
      const response = await fetch(`${base}/api/v1/${path()}`, { headers: { authorization: `Bearer ${data.token}` } })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path()} was answered ${response.status}: ${text.slice(0, 200)}`)
      if (i >= WARM) histogram.add(performance.now() - began)
    }
    const [p50, p99] = [histogram.percentile(0.5), histogram.percentile(0.99)]
    rows.push({
      what: `movement: ${what}, of ${segments} segments of ${sizes.trackers} trackers`,
      measured: percentiles(p50, p99),
      value: p99,
      unit: 'ms',
      goal: 'p99 < 100 ms',
      reached: p99 < 100,
    })
  }
  const each = bytes / segments
  const measured = `${Math.round(each)} bytes, of which ${Math.round(index_bytes / segments)} of indexes`
  return [...rows, { what: 'movement: a segment in the table', measured, value: each, unit: 'bytes' }]
}

const BOUNDARIES = 999
const WARM = 5
const DAY_MS = 86_400_000
const unlimited = {
  HTTP_RATE: '1000000',
  MQTT_RATE: '1000000',
  MQTT_MAX_PER_ADDRESS: '1000000',
  HISTORY_CLOSE_DAYS: '0',
}

type Call = <T = void>(name: string, argument?: unknown) => Promise<T>

import { createClient } from '#api/client.ts'
import { startChild } from '../child_calls.ts'
import { COLUMNS, during, HOW, openDuckDb, visitsNear } from '../duckdb.ts'
import { megabytes, percentiles, perSecond, type Row } from '../figures.ts'
import { PER_DAY, START } from '../history_days.ts'
import type { HistoryFilled, HistoryFilling } from '../history_prepare.ts'
import { Histogram } from '../load/histogram.ts'
import type { Started } from '../serve.ts'
import { ADMIN, type Stage } from '../stage.ts'

const DAY = 86_400_000
const REHEARSED = 'a boundary for all, rehearsed over the last 30 days'

/** A month of a fleet in the table and then in files: bytes an event, and the same requests to both. */
export async function history(stage: Stage): Promise<Row[]> {
  const postgres = await stage.postgres()
  if (!postgres) return []
  const data_dir = stage.folder('history')
  const database_url = await postgres.createDatabase('bench_history')
  const { trackers, days } = stage.fleet ?? (stage.quick ? { trackers: 50, days: 7 } : { trackers: 200, days: 30 })
  const prepare = startChild('history_prepare.ts')
  const server = startChild('serve.ts', { env: settings(data_dir, database_url) })
  try {
    stage.log(`filling PostgreSQL with ${days} days of ${trackers} trackers that report each minute`)
    const filled = await prepare.call<HistoryFilled>('fill', {
      database_url,
      data_dir,
      trackers,
      days,
    } satisfies HistoryFilling)
    await prepare.stop()
    const { http_port } = await server.call<Started>('start')
    const load = await signIn(http_port, filled)
    stage.log('history in the table')
    const hot = await measure(load)
    stage.log(`closing ${days} days`)
    const began = performance.now()
    const { bytes, events } = await server.call<{ bytes: number; events: number }>('closeHistory')
    const seconds = (performance.now() - began) / 1000
    if (events !== filled.events) throw new Error(`Of ${filled.events} events ${events} are in files.`)
    stage.log('history in files')
    const archived = await measure(load)
    const theirs = await inDuckDb(stage, data_dir, filled)
    const [before, after] = [filled.bytes / filled.events, bytes / events]
    return [
      {
        what: `history of ${trackers} trackers × ${days} days × ${PER_DAY}: an event in the table; in files`,
        measured: `${Math.round(before)} bytes; ${after.toFixed(1)} bytes (${megabytes(filled.bytes)}; ${megabytes(bytes)})`,
        value: after,
        unit: 'bytes',
        goal: '30 bytes',
        reached: after <= 30,
      },
      { what: 'closing days', measured: perSecond(events / seconds), value: events / seconds, unit: 'events/s' },
      ...Object.keys(requests).map((what): Row => {
        const [table, files] = [hot[what]!, archived[what]!]
        const day_goal = what.startsWith('a day of a tracker') && { goal: 'p50 50 ms', reached: files.p50_ms <= 50 }
        return {
          what: `history: ${what}, in the table; in files`,
          measured: `${percentiles(table.p50_ms, table.p99_ms)}; ${percentiles(files.p50_ms, files.p99_ms)}`,
          value: files.p50_ms,
          unit: 'ms',
          ...day_goal,
          ...(what === REHEARSED && !stage.quick && { goal: '10 s', reached: files.p50_ms <= 10_000 }),
        }
      }),
      ...Object.entries(theirs).map(([what, { p50_ms, p99_ms }]): Row => {
        const ratio = archived[what]!.p50_ms / p50_ms
        return {
          what: `history: ${what}: ÷ DuckDB on the same files`,
          measured: `${ratio.toFixed(2)} (${percentiles(p50_ms, p99_ms)})`,
          value: ratio,
          unit: '',
        }
      }),
    ]
  } finally {
    await Promise.all([prepare, server].map((child) => child.stop()))
  }
}

/** The requests of pages, each for another tracker and day, and how often each is measured. */
const requests: Record<string, { times: number; run(load: Load): Promise<number> }> = {
  'the newest 50 events of the organisation': { times: 60, run: ({ page }) => page('limit=50') },
  'the newest 50 events of a tracker': {
    times: 60,
    run: ({ page, tracker }) => page(`tracker_id=${tracker()}&limit=50`),
  },
  'a day of a tracker, 1000 events': {
    times: 60,
    run: ({ page, tracker, day }) => page(`tracker_id=${tracker()}&${day(1)}&sort=fix_at&limit=1000`),
  },
  'the replay of a day of a tracker, all events': {
    times: 40,
    run: ({ pages, tracker, day }) => pages(`tracker_id=${tracker()}&${day(1)}&sort=fix_at&limit=1000`),
  },
  'a week of a tracker as CSV': {
    times: 10,
    run: ({ file, tracker, day }) => file(`format=csv&tracker_id=${tracker()}&${day(7)}`),
  },
  'a day of the fleet as CSV': { times: 2, run: ({ file, day }) => file(`format=csv&${day(1)}`) },
  'a day of the fleet as GPX': { times: 2, run: ({ file, day }) => file(`format=gpx&${day(1)}`) },
  '50 events outside a boundary, of which there are none': {
    times: 5,
    run: ({ page, day }) => page(`outside_boundary=true&${day(1)}`, 0),
  },
  // All trackers set out from one place, and wander about.
  'who was in a square of 500 m on their ways, in all days': { times: 3, run: ({ visits }) => visits(0.05, 0.04) },
  'who was where all begin their days, in all days': { times: 1, run: ({ visits }) => visits(0, 0) },
  [REHEARSED]: { times: 1, run: ({ rehearse }) => rehearse() },
}

/** The same of those requests in SQL, with all columns, without what an answer of the server has besides. */
async function inDuckDb(stage: Stage, data_dir: string, filled: HistoryFilled) {
  const measured: Record<string, { p50_ms: number; p99_ms: number }> = {}
  const duckdb = await openDuckDb(data_dir)
  if (!duckdb) {
    stage.log(`DuckDB is not installed (${HOW}): not compared`)
    return measured
  }
  stage.log('the same files in DuckDB')
  const end = filled.first_day + filled.days * DAY
  const tracker = () => filled.tracker_ids[Math.floor(Math.random() * filled.tracker_ids.length)]!
  const day = () => {
    const from = filled.first_day + Math.floor(Math.random() * filled.days) * DAY
    return during(from, from + DAY)
  }
  const questions: Record<string, () => string> = {
    'the newest 50 events of the organisation': () => `select ${COLUMNS} from events order by fix_at desc limit 50`,
    'a day of a tracker, 1000 events': () =>
      `select ${COLUMNS} from events where tracker_id = ${tracker()} and ${day()} order by fix_at limit 1000`,
    'a day of the fleet as CSV': () =>
      `copy (select ${COLUMNS} from events where ${day()} order by fix_at) to '/dev/null' (format csv)`,
    'who was in a square of 500 m on their ways, in all days': () =>
      visitsNear(START.lon + 0.05, START.lat + 0.04, filled.first_day, end),
  }
  for (const [what, sql] of Object.entries(questions)) {
    measured[what] = await duckdb.measure(Math.min(requests[what]!.times, 20), sql)
  }
  duckdb.close()
  return measured
}

async function measure(load: Load): Promise<Record<string, { p50_ms: number; p99_ms: number }>> {
  const measured: Record<string, { p50_ms: number; p99_ms: number }> = {}
  for (const [what, { times, run }] of Object.entries(requests)) {
    await run(load)
    const histogram = new Histogram()
    for (let i = 0; i < times; i++) {
      const began = performance.now()
      await run(load)
      histogram.add(performance.now() - began)
    }
    measured[what] = { p50_ms: histogram.percentile(0.5), p99_ms: histogram.percentile(0.99) }
  }
  return measured
}

/** @returns functions that send requests and check the number of events in the answer */
async function signIn(http_port: number, { tracker_ids, first_day, days }: HistoryFilled): Promise<Load> {
  const base = `http://127.0.0.1:${http_port}`
  const { data } = await createClient({ base }).call('POST', 'user/signin', {
    username: ADMIN.email,
    password: ADMIN.password,
  })
  const client = createClient({ base, token: () => data.token })
  const get = async (query: string) => {
    const response = await fetch(`${base}/api/v1/trackerevents?${query}`, {
      headers: { authorization: `Bearer ${data.token}` },
    })
    if (!response.ok) throw new Error(`${query} was answered ${response.status}: ${await response.text()}`)
    return response
  }
  const page = async (query: string, least = 50) => {
    const answer = (await (await get(query)).json()) as { data: unknown[]; info: { next?: string } }
    if (answer.data.length < least) throw new Error(`${query} had ${answer.data.length} events.`)
    return answer
  }
  return {
    tracker: () => tracker_ids[Math.floor(Math.random() * tracker_ids.length)]!,
    day(count) {
      const from = first_day + Math.floor(Math.random() * Math.max(1, days - count + 1)) * DAY
      return `from=${new Date(from).toISOString()}&to=${new Date(from + count * DAY).toISOString()}`
    },
    page: async (query, least) => (await page(query, least)).data.length,
    async pages(query) {
      let events = 0
      for (let after: string | undefined; ; ) {
        const { data, info } = await page(after ? `${query}&after=${after}` : query)
        events += data.length
        after = info.next
        if (!after) break
      }
      if (events !== PER_DAY) throw new Error(`${query} had ${events} events.`)
      return events
    },
    async file(query) {
      let bytes = 0
      for await (const chunk of (await get(query)).body!) bytes += chunk.length
      return bytes
    },
    async visits(east, north) {
      const [west, south] = [START.lon + east - 0.0025, START.lat + north - 0.0025]
      const ring = [
        [west, south],
        [west + 0.005, south],
        [west + 0.005, south + 0.005],
        [west, south + 0.005],
        [west, south],
      ]
      const asked = {
        geometry: { type: 'Polygon' as const, coordinates: [ring] },
        from: new Date(first_day).toISOString(),
        to: new Date(first_day + days * DAY).toISOString(),
      }
      let count = 0
      for (let after: string | null | undefined; after !== null; ) {
        const answer = await client.act('POST area/visits', { ...asked, organisation_id: 1, ...(after && { after }) })
        count += answer.data.visits.length
        after = answer.data.next
      }
      if (count === 0) throw new Error(`Nobody was at ${west}, ${south}.`)
      return count
    },
    async rehearse() {
      let reports = 0
      const circle = { center: [START.lon, START.lat] as [number, number], radius_m: 5000 }
      for (let after: number | null = 0 as number | null; after !== null; ) {
        const draft = { organisation_id: 1, circle, rule: 'alone' as const, all_trackers: true, after: Number(after) }
        const { data } = await client.act('POST boundary/rehearse', draft)
        reports += data.reports
        after = data.next
      }
      if (reports === 0) throw new Error('Nothing was rehearsed.')
      return reports
    },
  }
}

/** A server that closes no day by itself. */
export const settings = (data_dir: string, database_url: string) => ({
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  ROLE: 'all',
  LOG_LEVEL: 'error',
  REDIS_URL: '',
  HTTP_RATE: '1000000',
  MQTT_PORT: '0',
  OSMAND_PORT: '0',
  TCP_PORTS: 'off',
  HISTORY_CLOSE_DAYS: '0',
  DATA_DIR: data_dir,
  DATABASE_URL: database_url,
})

type Load = {
  tracker(): number
  /** The parameters of a span of whole days. */
  day(count: number): string
  /** One page. @returns its events */
  page(query: string, least?: number): Promise<number>
  /** All pages. */
  pages(query: string): Promise<number>
  /** A file. @returns its bytes */
  file(query: string): Promise<number>
  /** Who was in a square, at these degrees from where all set out. @returns the visits */
  visits(east: number, north: number): Promise<number>
  /** What a new boundary would have raised. @returns the reports that were judged */
  rehearse(): Promise<number>
}

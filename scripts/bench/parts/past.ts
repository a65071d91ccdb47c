import { createClient } from '#api/client.ts'
import { newPlace, PastFleet } from '../../../web/tracking/timemachine/pastFleet.ts'
import { startChild } from '../child_calls.ts'
import { HOW, openDuckDb, visitsNear } from '../duckdb.ts'
import { ms, percentiles, type Row } from '../figures.ts'
import { START } from '../history_days.ts'
import type { HistoryFilled, HistoryFilling } from '../history_prepare.ts'
import { Histogram } from '../load/histogram.ts'
import type { Started } from '../serve.ts'
import { ADMIN, type Stage } from '../stage.ts'
import { settings } from './history.ts'

const DAY_S = 86_400
/** As `GET fleet/tracks` thins them where more than 2000 are seen. */
const STEP_S = 120

/** Who was in an area in a year of a fleet, and a frame of the time machine. */
export async function past(stage: Stage): Promise<Row[]> {
  return [...(await area(stage)), ...frames(stage)]
}

/** A question whose answer the cells of the files narrow down, against one for which each file is read. */
async function area(stage: Stage): Promise<Row[]> {
  const postgres = await stage.postgres()
  if (!postgres) return []
  const data_dir = stage.folder('past')
  const database_url = await postgres.createDatabase('bench_past')
  const { trackers, days } = stage.fleet ?? (stage.quick ? { trackers: 50, days: 60 } : { trackers: 200, days: 365 })
  const every_min = 12
  const prepare = startChild('history_prepare.ts')
  const server = startChild('serve.ts', { env: settings(data_dir, database_url) })
  try {
    stage.log(`filling PostgreSQL with ${days} days of ${trackers} trackers that report each ${every_min} minutes`)
    const filling: HistoryFilling = { database_url, data_dir, trackers, days, every_min }
    const filled = await prepare.call<HistoryFilled>('fill', filling)
    await prepare.stop()
    const { http_port } = await server.call<Started>('start')
    stage.log(`closing ${days} days`)
    await server.call('closeHistory')
    const visits = await signIn(http_port, filled)
    stage.log('who was there?')
    const places = { near: { east: 0.02, north: 0.015 }, start: { east: 0, north: 0 } }
    const measured = { near: [] as number[], start: [] as number[] }
    // In turn, so that both meet the same machine; the first of each fills caches.
    for (let i = 0; i < (stage.quick ? 3 : 4); i++) {
      for (const name of ['near', 'start'] as const) {
        const began = performance.now()
        await visits(places[name])
        if (i > 0) measured[name].push(performance.now() - began)
      }
    }
    const [near, start] = [Math.max(...measured.near), Math.max(...measured.start)]
    const there = await inDuckDb(stage, data_dir, places, filled)
    return [
      {
        what: `who was in a square of 500 m in ${days} days of ${trackers} trackers; where all begin their days`,
        measured: `${ms(near)}; ${ms(start)}`,
        value: near,
        unit: 'ms',
        ...(!stage.quick && !stage.fleet && { goal: '3 s', reached: near <= 3000 }),
      },
      { what: 'the first of these ÷ the second', measured: (near / start).toFixed(2), value: near / start, unit: '' },
      ...(there
        ? (['near', 'start'] as const).map((name): Row => {
            const ratio = Math.max(...measured[name]) / there[name]
            const what = name === 'near' ? 'a square of 500 m' : 'where all begin their days'
            return {
              what: `who was there, ${what}: ÷ DuckDB on the same files`,
              measured: `${ratio.toFixed(2)} (${ms(there[name])})`,
              value: ratio,
              unit: '',
            }
          })
        : []),
    ]
  } finally {
    await Promise.all([prepare, server].map((child) => child.stop()))
  }
}

/** The same questions, asked of DuckDB: its slowest answer to each, in milliseconds. */
async function inDuckDb(stage: Stage, data_dir: string, places: Places, { first_day, days }: HistoryFilled) {
  const duckdb = await openDuckDb(data_dir)
  if (!duckdb) {
    stage.log(`DuckDB is not installed (${HOW}): not compared`)
    return null
  }
  const slowest = async ({ east, north }: Places[keyof Places]) => {
    const [lon, lat] = [START.lon + east, START.lat + north]
    return (await duckdb.measure(3, () => visitsNear(lon, lat, first_day, first_day + days * DAY_S * 1000))).p99_ms
  }
  const there = { near: await slowest(places.near), start: await slowest(places.start) }
  duckdb.close()
  return there
}
type Places = Record<'near' | 'start', { east: number; north: number }>

/** Where ten thousand trackers were at a moment, anywhere in the day and a frame later, without the drawing. */
function frames(stage: Stage): Row[] {
  const trackers = 10_000
  stage.log(`time machine: a day of ${trackers} trackers`)
  const fleet = new PastFleet(0, DAY_S * 1000)
  const began = performance.now()
  fleet.add(Array.from({ length: trackers }, (_, id) => trackOf(id)))
  const read_ms = performance.now() - began
  const place = newPlace()
  const frame = (at: number) => {
    const start = performance.now()
    for (let i = 0; i < trackers; i++) fleet.find(i, at, place)
    return performance.now() - start
  }
  const [jumps, plays] = [new Histogram(), new Histogram()]
  for (let i = 0; i < 300; i++) {
    const at = ((i * 7919) % DAY_S) * 1000
    jumps.add(frame(at))
    plays.add(frame(at + 1000))
  }
  const [jump, play] = [jumps, plays].map((all) => ({ p50: all.percentile(0.5), p99: all.percentile(0.99) }))
  return [
    {
      what: `time machine: where ${trackers} trackers were, at any moment of a day; a frame later`,
      measured: `${percentiles(jump!.p50, jump!.p99)}; ${percentiles(play!.p50, play!.p99)}; the day is read in ${ms(read_ms)}`,
      value: jump!.p99,
      unit: 'ms',
      goal: 'p99 200 ms, with the drawing',
      reached: jump!.p99 <= 200,
    },
    {
      what: 'time machine: any moment ÷ a frame later',
      measured: (jump!.p50 / play!.p50).toFixed(1),
      value: jump!.p50 / play!.p50,
      unit: '',
    },
  ]
}

/** A day on the way, in the form of `GET fleet/tracks`: differences of seconds and of hundred-thousandths of a degree. */
function trackOf(tracker_id: number): Parameters<PastFleet['add']>[0][number] {
  const length = DAY_S / STEP_S
  const steps = (first: number, step: number) => Array.from({ length }, (_, i) => (i === 0 ? first : step))
  return {
    tracker_id,
    tracker_name: `Van ${tracker_id}`,
    at: steps(tracker_id % STEP_S, STEP_S),
    lon: steps(17_400_000 + tracker_id, 20),
    lat: steps(-3_700_000 - tracker_id, -10),
    before: null,
    verdicts: [0, 0],
    silent: [],
  }
}

/** @returns asks who was in a square, at these degrees from where all set out */
async function signIn(http_port: number, { first_day, days }: HistoryFilled) {
  const base = `http://127.0.0.1:${http_port}`
  const { data } = await createClient({ base }).call('POST', 'user/signin', {
    username: ADMIN.email,
    password: ADMIN.password,
  })
  const client = createClient({ base, token: () => data.token })
  return async ({ east, north }: { east: number; north: number }) => {
    const circle = { center: [START.lon + east, START.lat + north] as [number, number], radius_m: 250 }
    const [from, to] = [first_day, first_day + days * DAY_S * 1000].map((at) => new Date(at).toISOString())
    const span = { organisation_id: 1, circle, from: from!, to: to! }
    for (let after: string | null | undefined; after !== null; ) {
      const answer = await client.act('POST area/visits', { ...span, ...(after && { after }) })
      after = answer.data.next
    }
  }
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createClient } from '#api/client.ts'
import { megabytes, type Row } from './figures.ts'
import { servePage } from './map_page.ts'
import type { Drive, MapFleet, MapServer } from './map_serve.ts'
import { startChild } from './orders.ts'
import type { Stage } from './stage.ts'

/** Trackers, and how many of them report in a second: each once, or of the many each every ten seconds. */
const fleets = [
  { trackers: 1_000, per_second: 1_000 },
  { trackers: 10_000, per_second: 10_000 },
  { trackers: 100_000, per_second: 10_000 },
]
/** Until a page shows its map, on a machine that is busy drawing. */
const PATIENCE_MS = 90_000
const ways = {
  ours: 'the live map',
  rebuilt: 'all of it rebuilt each second',
  heard: 'heard, and nothing drawn',
} as const

/** What moving trackers cost a browser: the live map, beside one that hands everything to MapLibre again each second. */
export async function map(stage: Stage): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) {
    stage.missing.add(`There is no Chromium at ${executablePath} (Debian: apt-get install chromium), or set CHROMIUM.`)
    return []
  }
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-map-'))
  const postgres = await stage.postgres()
  const database_url = (await postgres?.createDatabase('bench_map')) ?? ''
  const server = startChild('map_serve.ts', { env: settings(data_dir, database_url) })
  const browser = await startBrowser(executablePath)
  const page = await servePage()
  try {
    stage.say('map: filling three fleets')
    const started = await server.order<MapServer>(
      'start',
      fleets.map(({ trackers }) => trackers),
    )
    const rows: Row[] = []
    for (const [i, { trackers, per_second }] of fleets.entries()) {
      const fleet = started.fleets[i]!
      const seen = { ...started, fleet, page: page.url, browser, seconds: stage.quick ? 4 : 10 }
      await server.order('drive', { fleet, per_second } satisfies Drive)
      const measured = {} as Record<Way, Measured>
      for (const way of Object.keys(ways) as Way[]) {
        stage.say(`map: ${trackers} trackers, ${ways[way]}`)
        measured[way] = await measure({ ...seen, way })
      }
      await server.order('rest')
      rows.push(...rowsOf(trackers, per_second, measured))
    }
    return rows
  } finally {
    page.stop()
    await browser.close()
    await server.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

async function measure({ browser, way, seconds, ...where }: Measuring): Promise<Measured> {
  const page = await open(browser, way, where)
  try {
    // Time of its own thread, so that others who compute on the same cores do not count.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const read = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    }
    await wait(3000)
    const rebuilds = () => page.evaluate<number>('window.rebuilds ?? 0')
    const rebuilt = await rebuilds()
    const frames = page.evaluate(countFrames, seconds * 1000)
    const [before, began] = [await read(), performance.now()]
    await wait(seconds * 1000)
    const [after, passed] = [await read(), (performance.now() - began) / 1000]
    const missed = way === 'rebuilt' ? Math.max(0, Math.floor(passed) - ((await rebuilds()) - rebuilt)) : 0
    await devtools.send('HeapProfiler.collectGarbage')
    const perSecond = (name: string) => ((after[name]! - before[name]!) * 1000) / passed
    return {
      fps: await frames,
      task_ms: perSecond('TaskDuration'),
      script_ms: perSecond('ScriptDuration'),
      heap: (await read()).JSHeapUsedSize!,
      missed,
    }
  } finally {
    await page.context().close()
  }
}

/** Runs in the page. */
function countFrames(ms: number): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    let frames = 0
    const next = () => {
      frames++
      const passed = performance.now() - began
      if (passed < ms) requestAnimationFrame(next)
      else resolve((frames * 1000) / passed)
    }
    requestAnimationFrame(next)
  })
}

async function open(browser: Browser, way: Way, { http_port, fleet, password, page: url }: Where): Promise<Page> {
  const server = `http://127.0.0.1:${http_port}`
  const { data } = await createClient({ base: server }).call('POST', 'user/signin', {
    username: fleet.username,
    password,
  })
  const context = await browser.newContext({ viewport: { width: 800, height: 500 } })
  const page = await context.newPage()
  if (way === 'ours') {
    await page.addInitScript((token) => localStorage.setItem('ringfence.token', token), data.token)
    await page.goto(`${server}/app/map`, { timeout: PATIENCE_MS })
    await page.locator('canvas.maplibregl-canvas').waitFor({ timeout: PATIENCE_MS })
    await page.getByRole('option').first().waitFor({ timeout: PATIENCE_MS })
  } else {
    const query = { server, token: data.token, organisation_id: String(fleet.organisation_id) }
    await page.goto(`${url}?${new URLSearchParams({ ...query, draw: way === 'rebuilt' ? '1' : '0' })}`)
    await page.waitForFunction('window.ready', undefined, { timeout: PATIENCE_MS })
  }
  return page
}

function rowsOf(trackers: number, per_second: number, measured: Record<Way, Measured>): Row[] {
  const count = (value: number) => value.toLocaleString('en').replaceAll(',', ' ')
  const { ours, rebuilt, heard } = measured
  const rows: Row[] = (Object.keys(ways) as Way[]).map((way) => {
    const { fps, task_ms, script_ms, heap, missed } = measured[way]
    return {
      what:
        way === 'ours'
          ? `map, ${count(trackers)} trackers, ${count(per_second)} reports/s: ${ways.ours}`
          : `  ${ways[way]}`,
      measured: `${fps.toFixed(0)} frames/s, main thread ${task_ms.toFixed(0)} ms/s (scripts ${script_ms.toFixed(0)}), heap ${megabytes(heap)}${missed > 1 ? `, ${missed} rebuilds missed` : ''}`,
      value: task_ms,
      unit: 'ms/s',
    }
  })
  // What the report itself costs to hear is no work of the map; the live map of a large fleet does not even hear it all.
  const work = Math.max(0, ours.task_ms) / Math.max(1, rebuilt.task_ms)
  return [
    ...rows,
    {
      what: `  main thread, the live map against rebuilding`,
      measured: `${work.toFixed(2)} (without what hearing costs ${((ours.task_ms - Math.min(ours.task_ms, heard.task_ms)) / Math.max(1, rebuilt.task_ms - heard.task_ms)).toFixed(2)}), heap ${(ours.heap / rebuilt.heap).toFixed(2)}`,
      value: work,
      unit: 'ratio',
      ...(trackers === 10_000 && { goal: '< 0.25', reached: work < 0.25 }),
    },
  ]
}

/** WebGL in software, for machines without a screen. */
function startBrowser(executablePath: string): Promise<Browser> {
  const drawing = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking', ...drawing] })
}

const settings = (data_dir: string, database_url: string) => ({
  ...{ HOST: '127.0.0.1', HTTP_PORT: '0', ROLE: 'all', MQTT_PORT: '0', OSMAND_PORT: '0', TCP_PORTS: 'off' },
  ...{ LOG_LEVEL: 'error', REDIS_URL: '', HTTP_RATE: '1000000', DATA_DIR: data_dir, DATABASE_URL: database_url },
})

type Way = keyof typeof ways
/** `missed`: rebuilds that were not done because the browser was too busy; then the ratio flatters rebuilding. */
type Measured = { fps: number; task_ms: number; script_ms: number; heap: number; missed: number }
type Where = { http_port: number; fleet: MapFleet; password: string; page: string }
type Measuring = Where & { browser: Browser; way: Way; seconds: number }

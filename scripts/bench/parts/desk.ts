import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { createClient } from '#api/client.ts'
import { noChromium, startChromium } from '../../chromium.ts'
import { startChild } from '../child_calls.ts'
import { median, megabytes, type Row } from '../figures.ts'
import type { Drive, Filling, MapServer, Raising } from '../map_serve.ts'
import type { Stage } from '../stage.ts'
import { mapSettings } from './map.ts'

const TRACKERS = 5000
const REPORTS_A_SECOND = 500
/** Alerts that are open all the time, and those that are raised, acknowledged and ended in the meantime. */
const OPEN = 300
const RAISED = 2000
const HOURS = 8
/** The page asks for the alerts every five seconds. */
const LOOKS_AN_HOUR = 720
/** In a simulated hour: as a wall view in the first, since its map is drawn in software here; then as a list. */
const STEPS_AN_HOUR = 20
const WALL_STEPS = 1
/**
 * Milliseconds of the page's timers and how long they take here: its looks for alerts and the times it shows; the wall's
 * areas, of which three looks show one, as in a real hour: a look takes a quarter of a second at least.
 */
const QUICKENED = { 5000: 80, 15_000: 800 }

/** The alarm desk for a working day, a part of each hour as a wall view: what the page holds after each of them. */
export async function desk(stage: Stage): Promise<Row[]> {
  const missing = noChromium()
  if (missing) {
    stage.missing.add(missing)
    return []
  }
  const hours = stage.quick ? 2 : HOURS
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-desk-'))
  const postgres = await stage.postgres()
  const database_url = (await postgres?.createDatabase('bench_desk')) ?? ''
  const server = startChild('map_serve.ts', { env: mapSettings(data_dir, database_url) })
  const browser = await startChromium()
  try {
    stage.log(`desk: filling a fleet of ${TRACKERS}`)
    const filling: Filling = { sizes: [TRACKERS], role_name: 'Administrator' }
    const { http_port, fleets, password } = await server.call<MapServer>('start', filling)
    const fleet = fleets[0]!
    const raise = (alerts: number) => server.call('raise', { fleet, alerts, open: OPEN } satisfies Raising)
    await raise(OPEN)
    await server.call('drive', { fleet, per_second: REPORTS_A_SECOND } satisfies Drive)
    const base = `http://127.0.0.1:${http_port}`
    const { data } = await createClient({ base }).call('POST', 'user/signin', { username: fleet.username, password })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    await open(page, base, data.token)
    const held: Held[] = []
    // What the main thread has done is counted from here on.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (let hour = 0; hour <= hours; hour++) {
      if (hour > 0) await work(page, raise)
      held.push(await look(devtools))
      stage.log(`desk: hour ${hour} of ${hours}, ${textOf(held.at(-1)!)}`)
    }
    return rowsOf(held)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

async function open(page: Page, base: string, token: string): Promise<void> {
  await page.addInitScript(quicken, { token, delays: QUICKENED })
  await page.goto(`${base}/app/alarmdesk`, { timeout: TIMEOUT_MS })
  await page.locator('main li[data-waits]').first().waitFor({ timeout: TIMEOUT_MS })
  await page.keyboard.press('s')
}

/** A simulated hour: alerts come, and the dispatcher acknowledges as many by key. */
async function work(page: Page, raise: (alerts: number) => Promise<unknown>): Promise<void> {
  const alerts = Math.ceil(RAISED / HOURS / STEPS_AN_HOUR)
  const map = page.locator('canvas.maplibregl-canvas')
  for (let step = 0; step < STEPS_AN_HOUR; step++) {
    if (step === 0 || step === WALL_STEPS) {
      await page.keyboard.press('f')
      await map.waitFor({ state: step === 0 ? 'attached' : 'detached', timeout: TIMEOUT_MS })
    }
    await raise(alerts)
    const goal = (await looks(page)) + LOOKS_AN_HOUR / STEPS_AN_HOUR
    await page.keyboard.press('ArrowDown')
    for (let i = 0; i < alerts; i++) await page.keyboard.press('a')
    const until = Date.now() + TIMEOUT_MS
    while ((await looks(page)) < goal) {
      if (Date.now() > until) throw new Error('The alarm desk asks for its alerts no more.')
      await wait(100)
    }
  }
}

const looks = (page: Page) => page.evaluate<number>('window.looks')

async function look(devtools: CDPSession): Promise<Held> {
  // Compiled code is given up where memory is short; it varies by 15 MB otherwise.
  await devtools.send('Memory.simulatePressureNotification', { level: 'critical' })
  for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return {
    heap: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    busy_s: of('TaskDuration'),
  }
}

function rowsOf(held: Held[]): Row[] {
  // The first hour fills caches, of tiles and of texts.
  const [first, last] = [held[1]!, held.at(-1)!]
  const ms = ((last.busy_s - first.busy_s) * 1000) / ((held.length - 2) * LOOKS_AN_HOUR)
  const half = Math.ceil((held.length - 1) / 2)
  const heaps = held.slice(1).map(({ heap }) => heap)
  const growth = median(heaps.slice(half)) / median(heaps.slice(0, half))
  return [
    {
      what: `alarm desk, ${TRACKERS} trackers, ${held.length - 1} hours: heap after the later hours against the earlier`,
      measured: `${growth.toFixed(2)}: ${held.map(({ heap }) => megabytes(heap)).join(', ')}`,
      value: growth,
      unit: 'ratio',
      goal: '≤ 1.1',
      reached: growth <= 1.1,
    },
    {
      what: '  its main thread, for each look at the alerts, of 20 one with the moving map beside',
      measured: `${ms.toFixed(0)} ms`,
      value: ms,
      unit: 'ms',
      notes: held.map((each, hour) => `hour ${hour}: ${textOf(each)}`).join('\n'),
    },
  ]
}

const textOf = ({ heap, nodes, listeners, busy_s }: Held) =>
  `heap ${megabytes(heap)}, ${nodes} nodes, ${listeners} listeners, main thread ${busy_s.toFixed(0)} s`

/** Runs in the page: its slow timers pass faster, and requests for alerts are counted. */
function quicken({ token, delays }: { token: string; delays: Record<number, number> }): void {
  localStorage.setItem('ringfence.token', token)
  const page = window as typeof window & { looks: number }
  page.looks = 0
  const { fetch, setTimeout, setInterval } = window
  const faster = (ms = 0) => delays[ms] ?? ms
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms?: number, ...rest: unknown[]) => setTimeout(run, faster(ms), ...rest),
    setInterval: (run: TimerHandler, ms?: number, ...rest: unknown[]) => setInterval(run, faster(ms), ...rest),
    fetch: (...request: Parameters<typeof fetch>) => {
      if (/\/alerts\?/.test(String(request[0]))) page.looks++
      return fetch(...request)
    },
  })
}

const TIMEOUT_MS = 90_000

/** What a page holds after garbage was collected; `heap` in bytes. */
type Held = { heap: number; nodes: number; listeners: number; busy_s: number }

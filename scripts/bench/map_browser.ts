import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { createClient } from '#api/client.ts'
import { drawnApart, startChromium } from '../chromium.ts'

/** Timeout until a page shows its map, on a busy machine. */
const TIMEOUT_MS = 90_000
const SETTLE_MS = 4000

/**
 * Shows a moving fleet in a new browser and measures its cost.
 *
 * @param profile a file for a CPU profile of the page's main thread
 */
export async function measure({ seconds, profile, ...shown }: Measuring): Promise<Measured> {
  const browser = await startChromium(drawnApart)
  try {
    const page = await open(browser, shown)
    const devtools = await page.context().newCDPSession(page)
    // Thread time, so that other processes on the same cores do not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await wait(SETTLE_MS)
    if (profile) await startProfile(devtools)
    const [before, began] = [await spent(browser, devtools, page), performance.now()]
    await wait(seconds * 1000)
    const [after, passed] = [await spent(browser, devtools, page), (performance.now() - began) / 1000]
    if (profile) writeFileSync(profile, await endProfile(devtools))
    // Counting frames requests frames, so it comes last.
    const fps = await page.evaluate(countFrames, 2000)
    const typing = shown.comparison ? [] : await type(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const perSecond = (name: Counted) => (after[name] - before[name]) / passed
    const cpu = (type: string) =>
      Math.max(
        ...[...before.cpu].map(([id, { ms }]) => (after.cpu.get(id)?.type === type ? after.cpu.get(id)!.ms - ms : 0)),
      ) / passed
    return {
      fps,
      typing_ms: typing.length ? Math.max(...typing) : 0,
      main_ms: perSecond('main_ms'),
      script_ms: perSecond('script_ms'),
      page_ms: cpu('renderer'),
      drawing_ms: cpu('GPU'),
      rebuilds: perSecond('rebuilds'),
      heap: (await metrics(devtools)).JSHeapUsedSize!,
    }
  } finally {
    await browser.close()
  }
}

async function spent(browser: Browser, devtools: CDPSession, page: Page): Promise<Spent> {
  const { TaskDuration, ScriptDuration } = await metrics(devtools)
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  await whole.detach()
  return {
    main_ms: TaskDuration! * 1000,
    script_ms: ScriptDuration! * 1000,
    cpu: new Map(processInfo.map(({ id, type, cpuTime }) => [id, { type, ms: cpuTime * 1000 }])),
    rebuilds: await page.evaluate<number>('window.rebuilds ?? 0'),
  }
}

async function metrics(devtools: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

async function startProfile(devtools: CDPSession): Promise<void> {
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 200 })
  await devtools.send('Profiler.start')
}

async function endProfile(devtools: CDPSession): Promise<string> {
  const { profile } = await devtools.send('Profiler.stop')
  return JSON.stringify(profile)
}

/** @returns for each letter typed in the search of the list, milliseconds until it was shown, in steps of 8 */
async function type(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { typed: seen })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.getByRole('searchbox').pressSequentially('van 12345', { delay: 150 })
  await wait(500)
  return page.evaluate<number[]>('window.typed')
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

async function open(
  browser: Browser,
  { server, username, password, organisation_id, comparison, hidden }: Shown,
): Promise<Page> {
  const { data } = await createClient({ base: server }).call('POST', 'user/signin', { username, password })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  if (comparison) {
    const { url, draw } = comparison
    const query = { server, token: data.token, organisation_id: String(organisation_id), draw: draw ? '1' : '0' }
    await page.goto(`${url}?${new URLSearchParams(query)}`)
    await page.waitForFunction('window.ready', undefined, { timeout: TIMEOUT_MS })
  } else {
    const kept = { 'ringfence.token': data.token, ...(hidden && { 'ringfence.layers': 'trackers' }) }
    await page.addInitScript((kept) => Object.assign(localStorage, kept), kept)
    await page.goto(`${server}/app/map`, { timeout: TIMEOUT_MS })
    await page.locator('canvas.maplibregl-canvas').waitFor({ timeout: TIMEOUT_MS })
    await page.getByRole('option').first().waitFor({ timeout: TIMEOUT_MS })
  }
  return page
}

type Shown = {
  server: string
  organisation_id: number
  username: string
  password: string
  /** A page of map_page.ts instead of the live map. */
  comparison: { url: string; draw: boolean } | null
  /** The live map with the trackers layer hidden. */
  hidden: boolean
}
type Measuring = Shown & { seconds: number; profile: string | null }
type Spent = Record<Counted, number> & { cpu: Map<number, { type: string; ms: number }> }
type Counted = 'main_ms' | 'script_ms' | 'rebuilds'
/** `page_ms`: all threads of the page's process, including the workers that tile GeoJSON. All values per second. */
export type Measured = Record<Counted | 'page_ms' | 'drawing_ms' | 'fps' | 'typing_ms' | 'heap', number>

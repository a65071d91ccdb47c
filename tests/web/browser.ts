import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, CDPSession, Page, Response } from 'playwright-core'
import { onTestFailed, TestRunner } from 'vitest'
import { startChromium } from '../../scripts/chromium.ts'
import { freePort } from '../../scripts/postgres.ts'
import { ADMIN, type Network, startNetwork } from '../network.ts'
import { type Box, isBlue, isGreen, isRed, pixelsOf } from './pixels.ts'

let browser: Promise<Browser> | null = null
let whole: Promise<Browser> | null = null
let port: Promise<number> | null = null

/** One Chromium for all test files of a worker, restarted if it has crashed. */
export async function startBrowser(): Promise<Browser> {
  if (browser && !(await browser).isConnected()) browser = null
  browser ??= startChromium(options, { shell: true })
  return browser
}

/** The same with notifications, which the headless shell does not show. */
export async function startWholeBrowser(): Promise<Browser> {
  if (whole && !(await whole).isConnected()) whole = null
  whole ??= startChromium(options)
  return whole
}

const options = [
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  // A host name other than localhost, which is not a secure context without TLS.
  '--host-resolver-rules=MAP ringfence.test 127.0.0.1',
]

/**
 * Like `startNetwork`, on the port of the previous file, so that Chromium's caches of fetched and compiled scripts
 * stay valid.
 */
export async function startSite(env: Record<string, string> = {}, options: { web_root?: string } = {}) {
  port ??= freePort()
  const network = await startNetwork({ HTTP_PORT: String(await port), ...env }, options)
  // Otherwise every map of a platform administrator asks for it.
  if (!env.MAP_FILE) await network.admin.call('POST', 'website', { basemap: 'built_in' })
  return network
}

export const desk = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** A page that records its errors. */
export type TestPage = Page & { errors: string[] }

/**
 * A page in the state of a new visitor: no cookies, no storage, no service worker. Pages are reused (`closePage`
 * returns them), as fetching and compiling the scripts again takes longer than most tests.
 */
export async function openPage(
  browser: Browser,
  viewport = desk,
  options: BrowserContextOptions = { serviceWorkers: 'block' },
): Promise<TestPage> {
  const kind = JSON.stringify(options)
  const before = idle.get(browser)?.get(kind)?.pop()
  if (before) {
    await before.setViewportSize(viewport)
    // Chromium logs requests to the previous server, which may have stopped.
    before.errors = []
    describeOnFailure(before)
    return before
  }
  const page = await openNewPage(browser, viewport, options)
  const session = await page.context().newCDPSession(page)
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))
  const scripts: Disposable[] = []
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = async (...script: Parameters<typeof addInitScript>) => {
    const added = await addInitScript(...script)
    scripts.push(added)
    return added
  }
  reusable.set(page, { page, session, origins, kind, scripts })
  return page
}

/** A page in a context of its own, which `closePage` closes. */
export async function openNewPage(
  browser: Browser,
  viewport = desk,
  more: BrowserContextOptions = {},
): Promise<TestPage> {
  const context = await browser.newContext({
    viewport,
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    // A quarter of the pixels to draw: maps are drawn in software.
    deviceScaleFactor: 0.5,
    // Every frame of a flight over the map is drawn in software.
    reducedMotion: 'reduce',
    ...more,
  })
  context.setDefaultTimeout(60_000)
  const page = Object.assign(await context.newPage(), { errors: [] as string[] })
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()))
  // The console does not say of what.
  page.on('response', (response) => response.status() >= 400 && noteRefused(page, response))
  page.on('pageerror', (error) => page.errors.push(error.message))
  describeOnFailure(page)
  return page
}

function noteRefused(page: Page, response: Response): void {
  refused.set(page, [...(refused.get(page) ?? []), `${response.status()} ${response.url()}`].slice(-5))
}
const refused = new WeakMap<Page, string[]>()

/** What the page shows when the test fails: as text in the output, where CI keeps it, and as a picture. */
function describeOnFailure(page: TestPage): void {
  // In beforeAll, `expect` still knows the last test of the file that this worker ran before.
  const name = TestRunner.getCurrentTest()?.fullTestName
  if (!name) return
  onTestFailed(async () => {
    if (page.isClosed()) return
    const folder = join(import.meta.dirname, '../../node_modules/.cache/failed-pages')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${name.replace(/[^\w]+/g, '-').slice(-80)}-${Date.now() % 100_000}.png`)
    await page.screenshot({ path, timeout: 20_000 }).catch(() => {})
    const tree = page.locator('#root main').or(page.locator('#root')).last().ariaSnapshot()
    const seen = await Promise.race([tree, page.waitForTimeout(10_000)]).catch(String)
    const last = refused.get(page) ?? []
    console.error(
      [name, page.url(), path, ...page.errors, ...last, String(seen).replace(/\s+/g, ' ').slice(0, 4000)].join('\n'),
    )
  }, 60_000)
}

/** Clears all state of a page that is reused. */
export async function closePage(page: Page): Promise<void> {
  const context = page.context()
  const again = reusable.get(page)
  if (!again) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const script of again.scripts.splice(0)) await script.dispose()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['request', 'requestfinished', 'requestfailed']) page.removeAllListeners(event)
  await context.setOffline(false)
  // An image of the same site: leaving the site would make Chromium start a new process for the next test.
  await page.goto(`${new URL(page.url()).origin}/favicon.svg`).catch(() => page.goto('about:blank'))
  await context.setGeolocation(null)
  await context.clearPermissions()
  await context.clearCookies()
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
  const storageTypes = 'local_storage,indexeddb,file_systems,cache_storage,service_workers'
  for (const origin of again.origins) {
    if (origin !== 'null') await again.session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  }
  again.origins.clear()
  again.page.errors = []
  const browser = context.browser()!
  const pages = idle.get(browser) ?? new Map<string, TestPage[]>()
  idle.set(browser, pages.set(again.kind, [...(pages.get(again.kind) ?? []), again.page]))
}

/** Pages to use again, by the options of their context. */
const idle = new WeakMap<Browser, Map<string, TestPage[]>>()
const reusable = new WeakMap<Page, Reusable>()
type Disposable = Awaited<ReturnType<Page['addInitScript']>>
type Reusable = { page: TestPage; session: CDPSession; origins: Set<string>; kind: string; scripts: Disposable[] }

/** A page with an administrator's session, without the sign-in form. */
export async function signInOn(page: Page, network: Network, path = '/'): Promise<void> {
  const { data } = await network.admin.call('POST', 'user/signin', { username: ADMIN.email, password: ADMIN.password })
  const entering = await page.addInitScript((token) => localStorage.setItem('ringfence.token', token), data.token)
  await page.goto(`${network.url}${path}`)
  // Only once, so that signing out is not undone.
  await entering.dispose()
}

/** Navigates as a link does, without a reload. */
export async function follow(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return new Promise(requestAnimationFrame)
  }, address)
}

/** The map as administrator, once its canvas exists. */
export async function openMap(browser: Browser, network: Network, query = '') {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/map${query}`)
  await page.locator('canvas.maplibregl-canvas').waitFor()
  return page
}

/** The centre of what no panel covers of the map, in pixels of the page. */
export async function middleOf(page: Page): Promise<[number, number]> {
  const { x, y, width, height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  const panel = page.locator('[data-covers=end]')
  const end = (await panel.count()) ? (await panel.boundingBox())!.x : x + width
  return [(x + end) / 2, y + height / 2]
}

/** Number of clearly red, green or teal, and blue pixels around a point of the map. */
export async function coloursAt(page: Page, x: number, y: number, radius = 16): Promise<Colours> {
  const clip = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  const rows = await colouredRows(page, clip)
  const sum = (colour: keyof Colours) => rows.reduce((total, row) => total + row[colour], 0)
  return { red: sum('red'), green: sum('green'), blue: sum('blue') }
}

/** The same for each row of pixels in a part of the page, from the top. */
export async function colouredRows(page: Page, clip: Box): Promise<Colours[]> {
  const colourOf = await pixelsOf(page, clip)
  return Array.from({ length: clip.height }, (_, y) => {
    const row = Array.from({ length: clip.width }, (_, x) => colourOf(x, y))
    return { red: row.filter(isRed).length, green: row.filter(isGreen).length, blue: row.filter(isBlue).length }
  })
}

type Colours = { red: number; green: number; blue: number }

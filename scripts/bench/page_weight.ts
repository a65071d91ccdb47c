import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { type Speed, startSlowLink, type Transfer } from '../slow_link.ts'

const wait = { timeout: 90_000 }

/** Waits until it is seen, to within some 20 ms: Playwright's own waiting looks every 500 ms after the first ones. */
async function seen(locator: Locator): Promise<void> {
  const ends = performance.now() + wait.timeout
  while (!(await locator.isVisible())) {
    if (performance.now() > ends) throw new Error(`${locator} was not seen within ${wait.timeout / 1000} s`)
    await sleep(20)
  }
}

/** The list shows a tracker and the map has drawn the markers. */
async function drawn(page: Page): Promise<void> {
  await seen(page.getByRole('option').first())
  await page.waitForFunction(() => performance.getEntriesByName('trackers-drawn').length > 0, undefined, wait)
}

/** The pages that are measured, each with what makes it usable. */
export const weighed = {
  'sign-in': { path: '/', usable: (page: Page) => seen(page.getByLabel('Username or e-mail')) },
  home: {
    path: '/app/home',
    usable: (page: Page) => seen(page.getByRole('region', { name: 'Trackers' }).getByRole('listitem').first()),
  },
  map: { path: '/app/map', usable: drawn },
} as const
export type WeighedPage = keyof typeof weighed

/**
 * Opens a page in a new browser context with empty caches.
 *
 * @param speed of the network; null measures requests and bytes only
 * @param token of a session; the sign-in page is opened without one
 */
export async function weigh(browser: Browser, name: WeighedPage, { server, token, speed }: Weighing): Promise<Weight> {
  const link = await startSlowLink(server, speed)
  // As most people: in the region of their organisation.
  const context = await browser.newContext({
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    if (name !== 'sign-in') await page.addInitScript((kept) => localStorage.setItem('ringfence.token', kept), token)
    const { path, usable } = weighed[name]
    const began = performance.now()
    await page.goto(`${link.url}${path}`, { waitUntil: 'commit', ...wait })
    await usable(page)
    const usable_ms = performance.now() - began
    const before = link.log.length
    await page.waitForLoadState('networkidle', wait)
    const counted = link.log.filter(({ path }) => !path.startsWith('/socket.io'))
    return {
      usable_ms,
      requests: counted.length,
      before_usable: before,
      bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
      log: counted,
    }
  } finally {
    await context.close()
    link.stop()
  }
}

type Weighing = { server: string; token: string; speed: Speed | null }
export type Weight = {
  usable_ms: number
  requests: number
  /** Requests until the page was usable. */
  before_usable: number
  /** Bodies as sent, compressed. */
  bytes: number
  log: Transfer[]
}

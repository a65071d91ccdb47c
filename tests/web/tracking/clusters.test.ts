import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { scatter } from '../../seeds/fleet.ts'
import {
  closePage,
  coloursAt,
  middleOf,
  openMap as openOn,
  openPage,
  signInOn,
  startBrowser,
  startSite,
} from '../browser.ts'
import { isGreen, pixelsOf } from '../pixels.ts'

let network: Network
let browser: Browser
let truck: Device
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'West', geometry: box(173, -38, 174.757, -36) })
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  // Near the others on any map of the city, and outside.
  await truck.report({ lat: -36.849, lon: 174.758 })
  await scatter(network, { count: 40, west: 174.75, south: -36.85, size: 0.002 })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

describe('trackers close together', () => {
  it('are a cluster with a red share for the one outside; a click on it zooms in', async () => {
    await clusterOpens()
  }, 240_000)
})

describe('a fleet too large for the browser', () => {
  beforeAll(() => scatter(network, { count: 6000, west: 174.748, south: -36.852, size: 0.006 }))

  it('is loaded by viewport: clusters, which count the one outside, too, then single trackers when zoomed in', async () => {
    await clusterOpens()
  }, 240_000)

  it('has a selected tracker beside its panel, even when its row comes after its position', async () => {
    const page = await openPage(browser)
    const rows = Promise.withResolvers<void>()
    await page.route(/\/trackers\?.*ids/, (route) => rows.promise.then(() => route.continue()))
    await signInOn(page, network, `/app/map?tracker=${truck.id}`)
    await expect.poll(async () => (await coloursAt(page, ...(await middleOf(page)), 300)).red).toBeGreaterThan(10)
    expect(await page.locator('[data-covers=end]').count()).toBe(0)
    rows.resolve()
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    await expect.poll(async () => (await coloursAt(page, ...(await middleOf(page)), 30)).red).toBeGreaterThan(10)
    await closePage(page)
  })

  it('is searched by the server, and counted as a whole', async () => {
    const page = await openMap()
    await page.getByRole('button', { name: /^Outside ?1$/ }).waitFor()
    await page.getByRole('button', { name: /^Inside ?6,040$/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Van 5999')
    await page.getByRole('option', { name: /Van 5999/ }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Van 5999' }).waitFor()
    await page.keyboard.press('Escape')
    // Enter has left the search.
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Outside ?1$/ }).click()
    await page.getByRole('option', { name: /Truck 7/ }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

/** Zooms in from the region by clicks on clusters, until there are single trackers to select. */
async function clusterOpens() {
  const page = await openMap(`?tracker=${truck.id}`)
  await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
  // The map has moved to it.
  await expect.poll(async () => (await coloursAt(page, ...(await middleOf(page)), 30)).red).toBeGreaterThan(10)
  await page.getByLabel('Close', { exact: true }).click()
  await page.getByRole('heading', { name: 'Truck 7' }).waitFor({ state: 'detached' })
  const middle = await middleOf(page)
  for (let i = 0; i < 6; i++) {
    const before = await scaleOf(page)
    await page.getByLabel('Zoom out').click()
    await expect.poll(() => scaleOf(page)).not.toBe(before)
  }
  const far = await scaleOf(page)
  // A cluster's ring is larger than any marker.
  await expect.poll(async () => (await coloursAt(page, ...middle, 60)).green).toBeGreaterThan(100)
  await expect.poll(async () => (await coloursAt(page, ...middle, 60)).red).toBeGreaterThan(10)

  await expect
    .poll(
      async () => {
        const at = await greenIn(page, middle, 250)
        if (at) await page.mouse.click(...at)
        return page.getByRole('heading', { name: /^Van / }).count()
      },
      { timeout: 120_000, interval: 300 },
    )
    .toBe(1)
  expect(await scaleOf(page)).not.toBe(far)
  expect(page.errors).toEqual([])
  await closePage(page)
}

const openMap = (query = '') => openOn(browser, network, query)

const scaleOf = (page: Page) => page.locator('.maplibregl-ctrl-scale').textContent()

/** The greenest place near a point of the page: a cluster's ring, or a marker. */
async function greenIn(page: Page, [x, y]: [number, number], reach: number): Promise<[number, number] | null> {
  const clip = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }
  const colourOf = await pixelsOf(page, clip)
  const size = 2 * reach
  const green = Array.from({ length: size * size }, (_, i) => isGreen(colourOf(i % size, Math.floor(i / size))))
  let best = { count: 5, x: 0, y: 0 }
  for (let y = 4; y < size - 4; y += 2) {
    for (let x = 4; x < size - 4; x += 2) {
      if (!green[y * size + x]) continue
      let count = 0
      for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) if (green[(y + dy) * size + x + dx]) count++
      if (count > best.count) best = { count, x, y }
    }
  }
  return best.count > 5 ? [clip.x + best.x, clip.y + best.y] : null
}

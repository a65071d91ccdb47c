import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import {
  closePage,
  colouredRows,
  coloursAt,
  desk,
  middleOf,
  openPage,
  phone,
  signInOn,
  startBrowser,
  startSite,
} from '../browser.ts'

let network: Network
let browser: Browser
let truck: Device
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'Depot', geometry: box(174.7, -36.9, 174.8, -36.8) })
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.report({ lat: -36.85, lon: 174.7999 })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

describe('signing in', () => {
  it('shows the server’s message when the password is wrong, and redirects to the requested page', async () => {
    const page = await openPage(browser)
    await page.goto(`${network.url}/app/map?tracker=${truck.id}`)
    await page.waitForURL(/\/app\/signin\?next=/)
    await page.getByLabel('Username or e-mail').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong username or password.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(new RegExp(`/app/map\\?tracker=${truck.id}`))
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()

    await page.reload()
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    // Chromium logs the 401.
    expect(page.errors.filter((error) => !error.includes('401'))).toEqual([])
    await closePage(page)
  })

  it('shows the 404 page', async () => {
    const page = await openPage(browser)
    await page.goto(`${network.url}/no/such/page`)
    await page.getByText("page not found: we're sorry, we couldn't find the page you requested").waitFor()
    await closePage(page)
  })
})

describe.each([
  ['desk', desk],
  ['phone', phone],
])('the live map on a %s', (_name, size) => {
  it('turns a marker red within a second of leaving, and green after returning', async () => {
    await truck.report({ lat: -36.85, lon: 174.7999 })
    const page = await openPage(browser, size)
    // With the flight to the tracker, and markers that glide.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await signInOn(page, network, `/app/map?tracker=${truck.id}`)
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    const spot = await markerSpot(page)
    await expect.poll(() => coloursAt(page, ...spot)).toMatchObject({ red: 0, green: expect.toSatisfy((n) => n > 20) })

    await truck.report({ lat: -36.85, lon: 174.8001 })
    const left = Date.now()
    await expect.poll(async () => (await coloursAt(page, ...spot, 40)).red, { interval: 50 }).toBeGreaterThan(20)
    // Logged, not asserted: software rendering takes an unpredictable time.
    console.log(`red after ${Date.now() - left} ms`)
    await page
      .getByText(/Truck 7 left Depot/)
      .first()
      .waitFor()

    await truck.report({ lat: -36.85, lon: 174.7999 })
    await expect.poll(async () => (await coloursAt(page, ...spot, 40)).red).toBe(0)
    await expect.poll(() => page.getByText(/Truck 7 left Depot/).count()).toBe(0)
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe('a graphics card that was reset', () => {
  it('draws the markers again, with what has changed since', async () => {
    await truck.report({ lat: -36.85, lon: 174.7999 })
    const page = await openPage(browser)
    await signInOn(page, network, `/app/map?tracker=${truck.id}`)
    const spot = await markerSpot(page)
    const reset = page.locator('canvas.maplibregl-canvas').evaluate(async (canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!
      context.loseContext()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      context.restoreContext()
    })
    await truck.report({ lat: -36.85, lon: 174.8001 })
    await reset
    await expect.poll(async () => (await coloursAt(page, ...spot, 40)).red).toBeGreaterThan(20)
    await truck.report({ lat: -36.85, lon: 174.7999 })
    await expect.poll(async () => (await coloursAt(page, ...spot, 40)).green).toBeGreaterThan(20)
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe('a lost connection', () => {
  it('is shown, and missed updates arrive afterwards', async () => {
    await truck.report({ lat: -36.85, lon: 174.7999 })
    const page = await openPage(browser)
    await signInOn(page, network)
    await page.getByText('Truck 7').first().waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await truck.report({ lat: -36.85, lon: 174.9 })
    await page.context().setOffline(false)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page
      .getByText(/Truck 7 left Depot/)
      .first()
      .waitFor({ timeout: 30_000 })
    await closePage(page)
  }, 60_000)
})

/** The map has flown to the selected tracker: it is in the middle, or higher where a sheet covers the lower half. */
async function markerSpot(page: Page): Promise<[number, number]> {
  await page.locator('canvas.maplibregl-canvas').waitFor()
  const { y, height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  const [x] = await middleOf(page)
  const column = { x: x - 16, y: y + 44, width: 32, height: height - 88 }
  let found = -1
  // Twice in the same row: the flight may still be running.
  const look = async () => {
    const before = found
    const greens = (await colouredRows(page, column)).map(({ green }) => green)
    found = greens.findIndex((_, row) => greens.slice(row, row + 32).reduce((sum, n) => sum + n, 0) > 40)
    return found === before ? found : -1
  }
  await expect.poll(look, { message: 'the row of a green marker in the middle of the map' }).toBeGreaterThanOrEqual(0)
  return [x, column.y + found + 16]
}

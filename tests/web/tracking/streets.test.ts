import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeMapFile } from '../../map_file.ts'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { closePage, coloursAt, openMap, openPage, signInOn, startBrowser, startSite } from '../browser.ts'
import { coloursOf } from '../pixels.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringfence-streets-'))
const file = join(folder, 'region.pmtiles')
let network: Network
let browser: Browser
let truck: Device
let tiles: Server
beforeAll(async () => {
  writeMapFile(file)
  network = await startSite({ MAP_FILE: file })
  browser = await startBrowser()
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.report({ lat: -36.85, lon: 174.765 })
  tiles = await serveRedTiles()
})
afterAll(async () => {
  tiles?.close()
  await truck?.stop()
  await network?.stop()
  rmSync(folder, { recursive: true })
})

/** Colours of Protomaps' flavours and of the built-in map. */
const colours = {
  light: { street: '#ffffff', ground: '#e2dfda', built_in: '#f6f5f1' },
  dark: { street: '#474747', ground: '#1f1f1f', built_in: '#1b2226' },
} as const

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  const { street, ground, built_in } = colours[scheme]

  it('streets of the file are drawn, and the switch of base maps is remembered', async () => {
    const page = await openPage(browser)
    await page.emulateMedia({ colorScheme: scheme })
    await openEvent(page)
    await expect.poll(() => shareOf(page, ground)).toBeGreaterThan(0.5)
    await expect.poll(() => shareOf(page, street)).toBeGreaterThan(0.005)

    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.getByRole('radio', { name: 'Built-in, without streets' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => shareOf(page, built_in)).toBeGreaterThan(0.5)
    await page.getByText('The built-in map has no streets.').waitFor()
    await page.reload()
    await expect.poll(() => shareOf(page, built_in)).toBeGreaterThan(0.5)
    expect(await shareOf(page, ground)).toBeLessThan(0.01)

    await page.getByRole('button', { name: 'Choose another map' }).click()
    await page.getByRole('radio', { name: 'Streets, from this server' }).click()
    await expect.poll(() => shareOf(page, ground)).toBeGreaterThan(0.5)
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe('the built-in map', () => {
  it('takes over while the file cannot be read, until it works again', async () => {
    const page = await openPage(browser)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.route('**/api/v1/map/file', (route) => route.abort())
    await openEvent(page)
    await page.getByText('Streets, from this server cannot be loaded.').waitFor()
    await expect.poll(() => shareOf(page, colours.light.built_in)).toBeGreaterThan(0.5)

    await page.unroute('**/api/v1/map/file')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => shareOf(page, colours.light.ground)).toBeGreaterThan(0.5)
    expect(await page.getByText('cannot be loaded').count()).toBe(0)
    await closePage(page)
  })

  it('is drawn while the file is away', async () => {
    renameSync(file, `${file}.away`)
    const page = await openPage(browser)
    await page.emulateMedia({ colorScheme: 'light' })
    await openEvent(page)
    await expect.poll(() => shareOf(page, colours.light.built_in)).toBeGreaterThan(0.5)
    expect(await page.getByText('cannot be loaded').count()).toBe(0)
    renameSync(`${file}.away`, file)
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

it('raster tiles of another host are drawn once a platform administrator has added them', async () => {
  const { port } = tiles.address() as AddressInfo
  const { data } = await network.admin.create('basemap', {
    name: 'Red',
    kind: 'raster',
    light_url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    attribution: '<b>Red</b>',
  })
  await network.admin.call('POST', 'website', { basemap: String(data.id) })
  const page = await openMap(browser, network, `?tracker=${truck.id}`)
  const red = async () => (await coloursAt(page, 800, 600)).red
  await expect.poll(red).toBeGreaterThan(900)
  await page.getByText('<b>Red</b>').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
  await network.admin.remove('basemap', data.id)
})

it.each(['refused', 'answered with 500'] as const)(
  'the built-in map and the note stay while a host whose tiles were %s is tried again',
  async (how) => {
    const host = await serveUnsteadyTiles()
    host.answer = how === 'refused' ? 'refuse' : 'fail'
    const { data } = await network.admin.create('basemap', {
      name: 'Unsteady',
      kind: 'raster',
      light_url: `${host.url}/{z}/{x}/{y}.png`,
      attribution: 'Unsteady tiles',
    })
    await network.admin.call('POST', 'website', { basemap: String(data.id) })
    const page = await openMap(browser, network, `?tracker=${truck.id}`)
    const note = page.getByText('Unsteady cannot be loaded.')
    const built_in = () => shareOf(page, colours.light.built_in)
    await note.waitFor()
    await expect.poll(built_in).toBeGreaterThan(0.2)

    // Its first tile answers, the others do not.
    host.answer = 'wait'
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => host.waiting.length).toBeGreaterThan(0)
    expect(await note.count()).toBe(1)
    expect(await built_in()).toBeGreaterThan(0.2)
    host.answer = 'serve'
    for (const serve of host.waiting) serve()
    await note.waitFor({ state: 'detached' })
    await expect.poll(async () => (await coloursAt(page, 800, 600)).red).toBeGreaterThan(900)
    await closePage(page)
    await network.admin.remove('basemap', data.id)
    host.server.close()
  },
)

it('the built-in map is drawn below a host that does not answer at all', async () => {
  const host = await serveUnsteadyTiles()
  host.answer = 'wait'
  const { data } = await network.admin.create('basemap', {
    name: 'Silent',
    kind: 'style',
    light_url: `${host.url}/style.json`,
  })
  await network.admin.call('POST', 'website', { basemap: String(data.id) })
  const page = await openMap(browser, network, `?tracker=${truck.id}`)
  await expect.poll(() => shareOf(page, colours.light.built_in)).toBeGreaterThan(0.2)
  await closePage(page)
  await network.admin.remove('basemap', data.id)
  host.server.closeAllConnections()
  host.server.close()
})

it('a platform administrator is asked once for streets, and guests are not', async () => {
  const other = await startNetwork()
  const page = await openPage(browser)
  await page.goto(`${other.url}/app/map`)
  await page.getByText('Sign in to see your trackers here.').waitFor()
  await page.locator('canvas.maplibregl-canvas').waitFor()
  expect(await page.getByText('Streets on the map?').count()).toBe(0)

  await signInOn(page, other, '/app/map')
  await page.getByText('Streets on the map?').waitFor()
  await page.getByRole('button', { name: 'Stay offline' }).click()
  await page.getByText('Streets on the map?').waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('canvas.maplibregl-canvas').waitFor()
  expect(await page.getByText('Streets on the map?').count()).toBe(0)
  expect((await other.admin.call('GET', 'map')).data).toMatchObject({ basemap: 'built_in', undecided: false })
  await closePage(page)
  await other.stop()
})

async function openEvent(page: Page): Promise<void> {
  const [event] = (await network.admin.list('trackerevent', { tracker_id: truck.id, limit: 1 })).data
  await signInOn(page, network, `/app/trackerevent?id=${event!.id}&tracker=${truck.id}`)
  await page.locator('canvas.maplibregl-canvas').waitFor()
}

/** The share of the map's pixels that have a colour, to a few shades. */
async function shareOf(page: Page, colour: string): Promise<number> {
  const colours = await coloursOf(page.locator('canvas.maplibregl-canvas'))
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return colours.filter((shown) => shown.every((part, k) => Math.abs(part - parts[k]!) <= 3)).length / colours.length
}

/** A red pixel, which MapLibre enlarges to a tile. */
const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Serves it for every tile. */
function serveRedTiles(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' })
    response.end(Buffer.from(red, 'base64'))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Red tiles of a host that refuses, fails or waits, as its `answer` says. */
async function serveUnsteadyTiles() {
  const host = { answer: 'serve' as 'serve' | 'refuse' | 'fail' | 'wait', waiting: [] as (() => void)[] }
  const server = createServer((request, response) => {
    const serve = () => {
      response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' })
      response.end(Buffer.from(red, 'base64'))
    }
    const isProbe = request.url === '/0/0/0.png'
    if (host.answer === 'refuse') request.socket.destroy()
    else if (host.answer === 'fail') response.writeHead(500, { 'access-control-allow-origin': '*' }).end()
    else if (host.answer === 'wait' && !isProbe) host.waiting.push(serve)
    else serve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(host, { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

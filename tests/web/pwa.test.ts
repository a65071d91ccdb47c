import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { closePage, openNewPage, phone, signInOn, startBrowser, startSite } from './browser.ts'

let network: Network
let browser: Browser
let web_root: string
beforeAll(async () => {
  web_root = mkdtempSync(join(tmpdir(), 'ringfence-web-'))
  cpSync(join(import.meta.dirname, '../../web/dist'), web_root, { recursive: true })
  network = await startSite({}, { web_root })
  browser = await startBrowser()
  await network.admin.create('tracker', { number: 'ute', name: 'Offline ute' })
})
afterAll(async () => {
  await network?.stop()
  rmSync(web_root, { recursive: true, force: true })
})

describe('the page as an app', () => {
  it('has a manifest that makes it installable, and every icon named in it', async () => {
    const page = await openNewPage(browser)
    await page.goto(network.url)
    const session = await page.context().newCDPSession(page)
    const { url, errors } = await session.send('Page.getAppManifest')
    expect({ url, errors }).toEqual({ url: `${network.url}/manifest.webmanifest`, errors: [] })
    await worker(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // An incognito window, as in tests, installs nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

    const response = await fetch(url)
    expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = await response.json()
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(`${network.url}${src}`)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
      if (type !== 'image/png') continue
      const bytes = Buffer.from(await icon.arrayBuffer())
      // PNG §11.2.1: width and height are the first of IHDR.
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('opens offline with a message, and continues when the network is back', async () => {
    const page = await openNewPage(browser, phone)
    await signInOn(page, network, '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).waitFor()
    await worker(page)
    await keeps(page, /\/assets\/map-.*\.js/)
    await page.context().setOffline(true)
    await page.goto(`${network.url}/app/map`)
    await page.getByText('You are offline. The data shown may be out of date.').waitFor()
    await page.locator('canvas.maplibregl-canvas').waitFor()
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByRole('option', { name: /Offline ute/ }).waitFor()
    await closePage(page)
  })

  it('shows no live connection while the network is away', async () => {
    const page = await openNewPage(browser)
    await signInOn(page, network, '/app/map')
    const dot = (text: string) => page.getByRole('banner').getByText(text, { exact: true })
    await dot('Live').waitFor()
    await page.context().setOffline(true)
    await dot('Offline').waitFor()
    expect(await dot('Live').count()).toBe(0)
    await page.context().setOffline(false)
    await dot('Live').waitFor()
    await closePage(page)
  })

  it('does not open as a user who has signed out', async () => {
    const page = await openNewPage(browser)
    await signInOn(page, network, '/app/about')
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await worker(page)
    await page.goto(`${network.url}/app/signout`)
    await page.getByLabel('Username or e-mail').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /user|token/.test(key)))).toEqual([])
    await page.context().setOffline(true)
    await page.goto(`${network.url}/app/map`)
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await closePage(page)
  })

  it('caches no responses of the API', async () => {
    const page = await openNewPage(browser)
    await signInOn(page, network, '/app/trackers')
    await page.getByRole('row').first().waitFor()
    await worker(page)
    await keeps(page, /^\/$/)
    expect((await keptBy(page)).filter((path) => !/^\/(assets\/|icons\/|$|favicon|manifest)/.test(path))).toEqual([])
    await closePage(page)
  })
})

describe('an upgrade of the server', () => {
  it('offers a reload with its first answer to an open page, whose person stays signed in', async () => {
    const page = await openNewPage(browser)
    await signInOn(page, network, '/app/trackers')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const notice = page.getByText('New version available. Please click reload to update.')
    expect(await notice.count()).toBe(0)
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-ringfence-version': '2099-01-01' } })
    })
    await page.getByRole('link', { name: 'My Boundaries' }).click()
    await notice.waitFor()
    expect(await page.evaluate(() => localStorage.getItem('ringfence.token'))).not.toBe(null)
    await closePage(page)
  })
})

describe('a new build', () => {
  it('is announced while the page is open, and active after the suggested reload', async () => {
    const page = await openNewPage(browser)
    await page.clock.install()
    await page.goto(network.url)
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor()
    await worker(page)
    const notice = page.getByText('New version available. Please click reload to update.')
    await page.clock.fastForward('31:00')
    expect(await notice.count()).toBe(0)

    const before = await scriptOf(page)
    const built = nextBuild()
    await page.clock.fastForward('31:00')
    await notice.waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => scriptOf(page)).toBe(built)
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor()
    await page.clock.fastForward('31:00')
    expect(await notice.count()).toBe(0)

    await expect.poll(() => keptBy(page)).toContain(built)
    await expect.poll(() => keptBy(page)).not.toContain(before)
    await page.context().setOffline(true)
    await page.goto(network.url)
    await expect.poll(() => scriptOf(page)).toBe(built)
    await closePage(page)
  })
})

/** Serves the same page under another name, as after a new build. @returns its first script */
function nextBuild(): string {
  const read = (name: string) => readFileSync(join(web_root, name), 'utf8')
  const [, before] = /src="(\/assets\/[^"]+)"/.exec(read('index.html'))!
  const after = before!.replace('.js', '-next.js')
  copyFileSync(join(web_root, before!), join(web_root, after))
  for (const name of ['index.html', 'worker.js']) {
    writeFileSync(join(web_root, name), read(name).replaceAll(before!, after).replace("KEPT = '", "KEPT = 'next-"))
    for (const ending of ['gz', 'br']) rmSync(join(web_root, `${name}.${ending}`), { force: true })
  }
  return after
}

const scriptOf = (page: Page) => page.evaluate(() => document.querySelector('script[src]')?.getAttribute('src') ?? '')

const worker = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    return active?.scriptURL
  })

const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const keeps = (page: Page, path: RegExp) =>
  expect.poll(async () => (await keptBy(page)).some((each) => path.test(each))).toBe(true)

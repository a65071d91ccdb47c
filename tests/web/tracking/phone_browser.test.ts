import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { closePage, startBrowser, startSite } from '../browser.ts'
import { PASSWORD, signInAs } from '../people.ts'
import { inside, openPhone, outside, person } from './phones.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
})

const shared = /^Shared every (60|30) s$/
const ours = (page: Page) => page.getByRole('switch', { name: 'Share my position' })

describe('while a position is shared', () => {
  it('the screen stays on, also after the browser has released the lock, until sharing ends', async () => {
    await person(network, 'awake')
    const page = await openPhone(browser, inside)
    await page.addInitScript(noteLocks)
    await signInAs(page, network, 'awake', '/app/map')
    await ours(page).waitFor()
    expect(await locksOf(page)).toEqual([])
    await ours(page).click()
    await expect.poll(() => locksOf(page)).toEqual(['held'])

    // As when the page is hidden: the browser releases the lock, and notifies the page when it is visible again.
    await page.evaluate(() => (window as unknown as Noted).locks[0]!.release())
    await expect.poll(() => locksOf(page)).toEqual(['released'])
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => locksOf(page)).toEqual(['released', 'held'])
    // The lock is held already.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    await ours(page).click()
    await expect.poll(() => locksOf(page)).toEqual(['released', 'released'])
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('one tab shares, another shows that, and takes over when the first is closed', async () => {
    const { client } = await person(network, 'tabbed')
    const first = await openPhone(browser, inside)
    await signInAs(first, network, 'tabbed', '/app/map')
    await ours(first).click()
    await first.getByText(shared).waitFor()

    const second = await first.context().newPage()
    await second.goto(`${network.url}/app/map`)
    await second.getByText('Another tab of this browser shares it.').waitFor()
    await expect.poll(() => ours(second).isChecked()).toBe(true)
    await first.close()
    await second.getByText(shared).waitFor()
    expect((await client.list('tracker', { type: 'phone' })).info.total).toBe(1)

    // Switched off in one tab, it is off in all.
    const third = await second.context().newPage()
    await third.goto(`${network.url}/app/map`)
    await third.getByText('Another tab of this browser shares it.').waitFor()
    await ours(third).click()
    await second.getByText('sees where you are while this page is open').waitFor()
    await closePage(second)
  })
})

it('the phone card is in te reo Māori if selected', async () => {
  await person(network, 'hinemoa')
  const page = await openPhone(browser, inside)
  await page.addInitScript(() => localStorage.setItem('ringfence.language', 'mi'))
  await page.goto(`${network.url}/app/signin?next=/app/map`)
  await page.getByLabel('Ingoa kaiwhakamahi, īmēra rānei').fill('hinemoa')
  await page.getByLabel('Kupuhipa', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Takiuru' }).click()
  await page.getByRole('switch', { name: 'Tohaina taku tauwāhi' }).click()
  await page.getByText(/^Ka tohaina ia (60|30) hēkona$/).waitFor()
  await page.getByText('Kāore he rohe e hāngai ana ki a koe').waitFor()
  await page.getByRole('button', { name: 'Whakaaturia taku tauwāhi' }).waitFor()
  await page.getByRole('link', { name: 'Kei te tohaina tō tauwāhi' }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

describe('a browser that provides no position', () => {
  it('gets instructions for the permission, and provides a position once it is granted', async () => {
    await person(network, 'secret')
    const page = await openPhone(browser, null)
    await signInAs(page, network, 'secret', '/app/map')
    await page.getByRole('button', { name: 'Show my position' }).click()
    const trouble = page.getByRole('alert').filter({ hasText: 'This page is not allowed to use your position.' })
    await trouble.getByText('Allow it with the icon beside the address, then try again.').waitFor()
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await trouble.waitFor()
    await ours(page).click()
    await page.getByText('Nothing is sent: this browser does not provide your position.').waitFor()
    await page.getByRole('link', { name: 'Your position is not shared' }).waitFor()

    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation(inside)
    await page.getByText(shared).waitFor()
    await trouble.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'You share your position' }).waitFor()
    await closePage(page)
  })

  it('is asked again after a timeout', async () => {
    await person(network, 'patient')
    const page = await openPhone(browser, inside)
    // Simulates the browser's timeout.
    await page.addInitScript(leaveNoTime, ['getCurrentPosition' as const, 'watchPosition' as const])
    await signInAs(page, network, 'patient', '/app/map')
    await ours(page).click()
    await page.getByText('Your position is not known yet. Go where you can see the sky, or turn on Wi-Fi.').waitFor()
    await hurry(page, 'no')
    await page.getByText(shared).waitFor()
    await expect.poll(() => page.getByText('Your position is not known yet.').count()).toBe(0)
    await closePage(page)
  })

  it('shows that the position is unavailable, and continues when it is available', async () => {
    await person(network, 'cellar')
    const page = await openPhone(browser, inside)
    await signInAs(page, network, 'cellar', '/app/map')
    await ours(page).click()
    await page.getByText(shared).waitFor()
    await page.context().setGeolocation(null)
    await page.getByText('Your position is not known. Turn on location on this device').waitFor()
    await page.context().setGeolocation(outside)
    await page.getByText('Your position is not known.').waitFor({ state: 'detached' })
    await page.getByText(shared).waitFor()
    await closePage(page)
  })

  it('reports movements through the watch though requests time out', async () => {
    const { client, of } = await person(network, 'walker')
    const page = await openPhone(browser, inside)
    await page.addInitScript(leaveNoTime, ['getCurrentPosition' as const])
    await page.addInitScript(() => sessionStorage.setItem('hurry', 'no'))
    await signInAs(page, network, 'walker', '/app/map')
    await ours(page).click()
    await page.getByText(shared).waitFor()
    const { id } = (await client.list('tracker', { ...of, type: 'phone' })).data[0]!
    await client.update('tracker', { id, interval_s: 1, interval_charging_s: 1 })
    await page.getByText('Shared every 1 s').waitFor()
    const longitudes = async () =>
      (await client.list('trackerevent', { ...of, limit: 1000, sort: 'fix_at' })).data.flatMap(({ position }) =>
        position ? [position.coordinates[0]] : [],
      )
    await hurry(page, 'yes')
    for (const longitude of [174.76, 174.77]) {
      // As receivers do: repeatedly.
      const passes = async () => {
        await page.context().setGeolocation({ ...inside, longitude })
        return longitudes()
      }
      await expect.poll(passes, { interval: 1500 }).toContain(longitude)
    }
    await closePage(page)
  })
})

/** The locks that the page has acquired, and their state. */
const locksOf = (page: Page) =>
  page.evaluate(() => (window as unknown as Noted).locks.map(({ released }) => (released ? 'released' : 'held')))

function noteLocks() {
  const locks: WakeLockSentinel[] = []
  Object.assign(window, { locks })
  const request = navigator.wakeLock.request.bind(navigator.wakeLock)
  navigator.wakeLock.request = async (type) => {
    const lock = await request(type)
    locks.push(lock)
    return lock
  }
}

/** Simulates geolocation failures, until changed, for watches or single requests. */
function leaveNoTime(ways: ('getCurrentPosition' | 'watchPosition')[]) {
  const { geolocation } = navigator
  for (const way of ways) {
    const ask = geolocation[way].bind(geolocation)
    const inTime = (options?: PositionOptions) =>
      sessionStorage.getItem('hurry') === 'no' ? options : { ...options, timeout: 0 }
    geolocation[way] = (on, failed, options) => ask(on, failed, inTime(options)) as number
  }
}

const hurry = (page: Page, wanted: 'yes' | 'no') =>
  page.evaluate((wanted) => sessionStorage.setItem('hurry', wanted), wanted)

type Noted = { locks: WakeLockSentinel[] }

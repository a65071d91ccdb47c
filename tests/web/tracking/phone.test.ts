import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network } from '../../network.ts'
import { closePage, openPage, startBrowser, startSite } from '../browser.ts'
import { register, signInAs } from '../people.ts'
import { inside, openPhone as openPhoneIn, outside, person as personIn } from './phones.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
})

/** The default is a minute, or half a minute in a browser that reports charging. */
const shared = /^Shared every (60|30) s$/
const depot = box(174.7, -36.9, 174.8, -36.8)
const person = (username: string) => personIn(network, username)
const openPhone = (at: typeof inside | null, options = {}) => openPhoneIn(browser, at, options)

describe('a phone that shares its position', () => {
  it('is visible to a dispatcher, and shows itself inside, then outside its boundary', async () => {
    const walker = await person('walker')
    await network.admin.create('boundary', { ...walker.of, name: 'Depot', geometry: depot })
    const page = await openPhone(inside)
    await signInAs(page, network, 'walker', '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText('You are inside Depot').waitFor()
    await page.getByText(shared).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'You share your position' }).count()).toBe(1)

    const invited = { ...walker.of, email: 'dispatcher@example.com', role_name: 'Staff' as const }
    await network.admin.create('invitation', invited)
    await register(network, 'dispatcher')
    const dispatcher = await openPage(browser)
    await signInAs(dispatcher, network, 'dispatcher', '/app/map')
    const row = dispatcher.getByRole('option').filter({ hasText: 'walker' })
    await row.filter({ hasText: /Inside|Parked/ }).waitFor()

    await pace(walker.of.organisation_id, 1)
    await page.context().setGeolocation(outside)
    await row.filter({ hasText: 'Outside' }).waitFor()
    const flag = page.getByText('You are outside your boundary')
    await flag.waitFor()
    expect(await flag.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(208, 28, 28)')

    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText('sees where you are while this page is open').waitFor()
    const switched_off_at = Date.now()
    await page.reload()
    await page.getByText('sees where you are while this page is open').waitFor()
    // A report that was under way may be stored a moment later.
    const times = (await eventsOf(walker.of.organisation_id)).map(({ fix_at }) => Date.parse(fix_at))
    expect(Math.max(...times)).toBeLessThanOrEqual(switched_off_at)
    expect([...page.errors, ...dispatcher.errors]).toEqual([])
    await closePage(page)
    await closePage(dispatcher)
  })

  it('loses and duplicates no report while offline, nor after an offline reload', async () => {
    const { of } = await person('hiker')
    const page = await openPhone(inside, { offline: true })
    await signInAs(page, network, 'hiker', '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText(shared).waitFor()
    await expect.poll(() => trackOf(of.organisation_id)).toEqual([174.75])
    await pace(of.organisation_id, 1)
    await page.getByText('Shared every 1 s').waitFor()
    await kept(page)

    await page.context().setOffline(true)
    await page.getByText(/No connection/).waitFor()
    const away = [174.751, 174.752, 174.753]
    for (const longitude of away) await passes(page, longitude)
    await page.reload()
    await page.getByText(/No connection/).waitFor()
    for (const longitude of [174.754, 174.755]) await passes(page, longitude)
    await page.context().setOffline(false)

    await page.getByText('Shared every 1 s').waitFor()
    const wanted = [174.75, ...away, 174.754, 174.755]
    await expect.poll(async () => distinct(await trackOf(of.organisation_id))).toEqual(wanted)
    await pace(of.organisation_id, 0)
    await page.getByText('Nothing is sent: the interval of your tracker is 0.').waitFor()
    await kept(page)
    const events = await eventsOf(of.organisation_id)
    const times = events.map(({ fix_at }) => Date.parse(fix_at))
    expect(new Set(times).size).toBe(times.length)
    expect(events.map(({ late }) => late)).not.toContain(true)
    await closePage(page)
  })

  it('buffers ten thousand reports at most, and shows how many were dropped', async () => {
    const { of, user_id } = await person('sailor')
    const page = await openPhone(inside)
    await signInAs(page, network, 'sailor', '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText(shared).waitFor()
    await pace(of.organisation_id, 1)
    await page.getByText('Shared every 1 s').waitFor()
    await page.context().setOffline(true)
    await page.getByText(/No connection/).waitFor()
    await fill(page, `${user_id} ${of.organisation_id}`, 10_000)
    await page.getByText(/^There was no room for the/).waitFor()
    await page.getByText('No connection. 10000 positions are kept here until there is one.').waitFor()
    await closePage(page)
  })

  it('obeys an interval of 0 and the pause without movement', async () => {
    const { of } = await person('sitter')
    const page = await openPhone(inside)
    await signInAs(page, network, 'sitter', '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText(shared).waitFor()
    await pace(of.organisation_id, 1, 2)
    await page.getByText('Nothing is sent while you do not move.').waitFor()
    await page.context().setGeolocation(outside)
    await page.getByText('Shared every 1 s').waitFor()
    await pace(of.organisation_id, 0)
    await page.getByText('Nothing is sent: the interval of your tracker is 0.').waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe('the page explains what to do', () => {
  it('when the page was not loaded over HTTPS', async () => {
    await person('plain')
    const page = await openPhone(inside)
    const url = network.url.replace('127.0.0.1', 'ringfence.test')
    await signInAs(page, { ...network, url }, 'plain', '/app/map')
    await page.getByRole('button', { name: 'Show my position' }).click()
    await page.getByText('Browsers provide a position only to HTTPS pages.').waitFor()
    await closePage(page)
  })

  it('when the session has ended, and continues after signing in', async () => {
    const { of, session_id, client } = await person('ended')
    const page = await openPhone(inside)
    await signInAs(page, network, 'ended', '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText(shared).waitFor()
    // Otherwise the next report may be due after the test's timeout.
    await pace(of.organisation_id, 1)
    const soon = page.getByText('Shared every 1 s')
    await soon.waitFor()
    for (const { id } of (await client.list('session')).data) {
      if (id !== session_id) await client.remove('session', id)
    }
    await page.getByText('You have been signed out, so your position is no longer shared.').waitFor()
    const before = (await trackOf(of.organisation_id)).length
    await signInAs(page, network, 'ended', '/app/map')
    await soon.waitFor()
    await expect.poll(async () => (await trackOf(of.organisation_id)).length).toBeGreaterThan(before)
    await closePage(page)
  })

  it('when the tracker is switched off', async () => {
    const { of } = await person('off')
    const page = await openPhone(inside)
    await signInAs(page, network, 'off', '/app/map')
    await page.getByRole('switch', { name: 'Share my position' }).click()
    await page.getByText(shared).waitFor()
    const { id } = await trackerOf(of.organisation_id)
    await network.admin.update('tracker', { id, active: false })
    await page.getByText('Your tracker was deleted or switched off.').waitFor()
    expect(await page.getByRole('switch', { name: 'Share my position' }).isChecked()).toBe(false)
    await closePage(page)
  })
})

async function trackerOf(organisation_id: number) {
  return (await network.admin.list('tracker', { organisation_id, type: 'phone' })).data[0]!
}

async function pace(organisation_id: number, interval_s: number, pause_after_still_s = 0) {
  const { id } = await trackerOf(organisation_id)
  await network.admin.update('tracker', { id, interval_s, interval_charging_s: interval_s, pause_after_still_s })
}

async function eventsOf(organisation_id: number) {
  const { data } = await network.admin.list('trackerevent', { organisation_id, limit: 1000, sort: 'fix_at' })
  return data.filter(({ position }) => position !== null)
}

/** Longitudes in order of time. */
async function trackOf(organisation_id: number) {
  return (await eventsOf(organisation_id)).map(({ position }) => position!.coordinates[0]!)
}

const distinct = (values: number[]) => values.filter((value, i) => value !== values[i - 1])

/** Longitudes of the buffered reports. */
function waiting(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('ringfence.phone')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const reports = request.result.transaction('reports').objectStore('reports').getAll()
          reports.onsuccess = () => {
            request.result.close()
            resolve(reports.result.map(({ lon }: { lon: number }) => lon))
          }
        }
      }),
  )
}

/** Simulates a phone that was offline for long. */
function fill(page: Page, owner: string, count: number): Promise<void> {
  return page.evaluate(
    ([owner, count]) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('ringfence.phone')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const transaction = request.result.transaction('reports', 'readwrite')
          const reports = transaction.objectStore('reports')
          for (let i = 0; i < count; i++) reports.add({ owner, lat: 1, lon: 2, accuracy: 8, at: 1_790_000_000_000 + i })
          transaction.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
    [owner, count] as const,
  )
}

/** Waits until all reports are acknowledged. */
const kept = (page: Page) => expect.poll(async () => (await waiting(page)).length).toBe(0)

/** Moves the phone, and waits until the page has the new position. */
async function passes(page: Page, longitude: number) {
  await page.context().setGeolocation({ ...inside, longitude })
  await expect.poll(() => waiting(page)).toContain(longitude)
}

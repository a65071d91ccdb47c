import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'
import { openFilters, openMenu, openPeriod } from '../list_line.ts'
import { member, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let truck: Device
let long: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'Depot', geometry: box(174.7, -36.9, 174.8, -36.8) })
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.report(drive())
  await truck.report({ lat: -36.85, lon: 174.9, speed: 0 })
  long = (await network.admin.create('tracker', { number: 'collar', name: 'Collar of ten thousand positions' })).data.id
  await tenThousand(long)
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

/**
 * 20 November in Auckland: from 9:00 ten minutes at the depot, from 9:10 a drive of 15 minutes out of it at 36 km/h.
 */
function drive() {
  const start = Date.parse('2026-11-19T20:00:00Z')
  return Array.from({ length: 26 }, (_, minute) => {
    const moved = Math.max(0, minute - 10)
    const ts = new Date(start + minute * 60_000).toISOString()
    return { lat: -36.85, lon: 174.77 + moved * 0.005, speed: moved > 0 ? 10 : 0, heading: 90, ts }
  })
}

/** A position every eight seconds of 18 November. */
async function tenThousand(tracker_id: number) {
  const start = Date.parse('2026-11-17T11:00:00Z')
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    organisation_id: 1,
    tracker_id,
    event: 'position',
    alarm: null,
    valid: true,
    altitude: null,
    heading: null,
    fix_at: new Date(start + i * 8000).toISOString(),
    received: new Date(start + i * 8000).toISOString(),
    position: sql<string>`st_point(${170 + i / 1000}::float8, -40, 4326)`,
    speed: 3,
    accuracy: null,
    outside_boundary: i % 100 > 50,
    repeated: false,
    late: false,
    boundary_id: null,
    attributes: null,
    digest: i,
  }))
  for (let at = 0; at < rows.length; at += 1000) {
    await network.db
      .insertInto('tracker_event')
      .values(rows.slice(at, at + 1000))
      .execute()
  }
}

describe.each([
  ['desk', desk],
  ['phone', phone],
])('the history on a %s', (_name, size) => {
  it('is filtered, in the user’s units and time zone, and links to an event', async () => {
    const page = await openPage(browser, size)
    await signInOn(page, network, `/app/trackerevents?tracker=${truck.id}&outside=1&sort=fix_at`)
    await page.getByText('36', { exact: true }).first().waitFor()
    await openFilters(page, size)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Outside only' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTitle('36°51′00.0″S 174°48′').count()).toBe(3)
    expect(await page.getByRole('cell', { name: 'Collar of ten thousand positions' }).count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    await page.getByRole('cell').first().getByRole('link').click()
    await page.getByRole('heading', { name: 'Truck 7, 20 Nov 09:17:00' }).waitFor()
    await page.getByRole('region', { name: 'Map of the event' }).waitFor()
    await page.getByText('36°51′00.0″S 174°48′18.0″E').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('is filtered by selections, which are kept in the address', async () => {
    const page = await openPage(browser, size)
    await signInOn(page, network, '/app/trackerevents')
    await openFilters(page, size)
    await page.getByRole('combobox', { name: 'Tracker' }).fill('truck')
    await page.getByRole('option', { name: 'Truck 7' }).click()
    await openPeriod(page, size)
    await page.getByText('From–to').click()
    // The first date is typed when the field shows the one that it begins with, the second when the address has the first.
    const first = page.getByLabel('From', { exact: true })
    await expect.poll(() => first.inputValue()).toMatch(/00:00/)
    await first.fill('2026-11-20T09:20')
    await page.waitForURL(/from=2026-11-19T20%3A20/)
    await page.getByLabel('To', { exact: true }).fill('2026-11-20T09:26')
    await page.waitForURL(/tracker=\d+&from=2026-11-19T20%3A20%3A00.000Z&to=2026-11-19T20%3A26%3A00.000Z/)
    await page.getByText('1–6 of 6').waitFor()
    await openFilters(page, size)
    await page.getByRole('combobox', { name: 'Event' }).fill('online')
    await page.getByText('No event matches the filters.').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.waitForURL(/trackerevents$/)
    await closePage(page)
  })
})

it('keeps all changes of the address that are made before the page is drawn again', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/trackerevents?tracker=${truck.id}&range=week`)
  const sort = page.getByRole('columnheader', { name: 'Received' }).getByRole('button')
  await sort.waitFor()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByText('From–to').click()
  await page.getByLabel('From', { exact: true }).waitFor()
  await sort.evaluate((button: HTMLButtonElement) => {
    const type = (field: HTMLInputElement, text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const [from, to] = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[placeholder]')
    type(from!, '2026-11-20T09:20')
    button.click()
    type(to!, '2026-11-20T09:26')
  })
  const all = '&from=2026-11-19T20:20:00.000Z&to=2026-11-19T20:26:00.000Z&sort=received'
  await page.waitForURL(({ search }) => decodeURIComponent(search) === `?tracker=${truck.id}${all}`)
  await page.getByText('1–6 of 6').waitFor()
  await closePage(page)
})

it.each(['GPX', 'KML', 'GeoJSON'])('the filtered events are exported as %s', async (format) => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/trackerevents?tracker=${truck.id}&outside=1`)
  await openMenu(page)
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format, exact: true }).click()
  expect((await download).suggestedFilename()).toBe(`trackerevents.${format.toLowerCase()}`)
  await closePage(page)
})

describe.each([
  ['desk', desk],
  ['phone', phone],
])('the replay on a %s', (_name, size) => {
  it('plays a day: the marker moves, the slider is dragged, and the tracker is outside when it was', async () => {
    const page = await openPage(browser, size)
    await signInOn(page, network, `/app/replay?tracker=${truck.id}&day=2026-11-20`)
    await clock(page, '20 Nov 09:00:00')
    const marker = page.locator('.maplibregl-marker', { hasText: 'Truck 7' })
    await marker.waitFor()
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('300')
    await page.getByRole('button', { name: 'Play' }).click()
    await clock(page, '20 Nov 09:25:00')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(await marker.getAttribute('data-outside')).not.toBeNull()

    await seek(page, '2026-11-19T20:13:30Z')
    await clock(page, '20 Nov 09:13:30')
    await expect.poll(() => marker.getAttribute('data-outside')).toBeNull()
    await page.getByText('36 km/h', { exact: true }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('lists trips and stops, and jumps to the selected one', async () => {
    const page = await openPage(browser, size)
    await signInOn(page, network, `/app/replay?tracker=${truck.id}&day=2026-11-20`)
    await page.getByRole('button', { name: /Stop 10 min/ }).waitFor()
    await page.getByRole('button', { name: /Trip 15 min .*6\.7 km.*top 36 km\/h/s }).click()
    await clock(page, '20 Nov 09:10:00')
    await closePage(page)
  })
})

it('ten thousand positions are replayed', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/replay?tracker=${long},${truck.id}&day=2026-11-18`)
  await clock(page, '18 Nov 00:00:00')
  await seek(page, '2026-11-18T06:00:00Z')
  await clock(page, '18 Nov 19:00:00')
  await page.locator('.maplibregl-marker', { hasText: 'Collar' }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a day without positions links to the last day with positions', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/replay?tracker=${long}&day=2026-11-21`)
  await page.getByText('No positions in this time. The last earlier positions are from 18 Nov').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Play' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Go to that day' }).click()
  await clock(page, '18 Nov 00:00:00')
  await closePage(page)
})

it.each(['tracker=ID&t=2026-11-19T20%3A20%3A30.000Z', 'tracker_id=ID&at=2026-11-19T20%3A20%3A30.000Z'])(
  'a link to the map at a moment opens there: %s',
  async (address) => {
    const page = await openPage(browser)
    await signInOn(page, network, `/app/map?${address.replace('ID', String(truck.id))}`)
    await page.waitForURL(/\/app\/replay/)
    await clock(page, '20 Nov 09:20:30')
    await page.getByText('Outside 36 km/h').waitFor()
    await closePage(page)
  },
)

describe('a share link', () => {
  it('is created in the panel, shows the tracker without signing in, and ends when it is revoked', async () => {
    const page = await openPage(browser)
    await signInOn(page, network, `/app/map?tracker=${truck.id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByLabel('The link works for').fill('2')
    await page.getByRole('button', { name: 'Create a link' }).click()
    const link = (await page.getByText(/\/app\/share\//).textContent())!.trim()

    const guest = await openPage(browser, phone)
    await guest.goto(link)
    await guest.getByRole('heading', { level: 1, name: 'Truck 7' }).waitFor()
    await guest.getByRole('img', { name: 'Truck 7' }).waitFor()
    expect(await guest.getByText('truck-7').count()).toBe(0)
    expect(guest.errors).toEqual([])

    await page.getByRole('button', { name: 'End this link' }).click()
    await page.getByText('The link no longer works.').waitFor()
    await guest.reload()
    await guest.getByText('This link does not work.').waitFor()
    await closePage(guest)
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe.each([
  ['desk', desk],
  ['phone', phone],
])('home on a %s', (_name, size) => {
  it('shows an administrator the trackers, the open alerts and the organisation', async () => {
    const page = await openPage(browser, size)
    await signInOn(page, network, '/app/home')
    await page.getByRole('button', { name: 'Acknowledge: Truck 7 left Depot' }).waitFor()
    await page.getByText('Outside: 1').waitFor()
    await page.getByRole('heading', { name: 'The organisation' }).waitFor()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page
      .getByRole('img', { name: /\d\d\/\d\d: \d+, / })
      .first()
      .waitFor()
    expect(await overflow(page)).toBe(0)
    await page.getByRole('link', { name: /^Truck 7 Outside/ }).click()
    await page.waitForURL(new RegExp(`/app/map\\?tracker=${truck.id}`))
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

it('home shows first steps to a user without trackers, and no organisation summary', async () => {
  await member(network, 'aroha', 'User')
  const page = await openPage(browser)
  await signInAs(page, network, 'aroha', '/app/home')
  await page.getByRole('region', { name: 'First steps' }).waitFor()
  expect(await page.getByRole('heading', { name: 'The organisation' }).count()).toBe(0)
  await closePage(page)
})

const clock = (page: Page, text: string) => page.locator('time', { hasText: text }).waitFor()

/** Sets a slider's value, as dragging its thumb does. */
async function seek(page: Page, moment: string) {
  await page.getByRole('slider', { name: 'Time' }).fill(String(Date.parse(moment)))
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelector('#page')!.scrollWidth - document.querySelector('#page')!.clientWidth,
  )
}

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { scatter } from '../../seeds/fleet.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'
import { openFilters } from '../list_line.ts'

const longest = 'The trailer that stands behind the second shed on the north side of the yard at Wiri '.repeat(2)

let network: Network
let browser: Browser
let truck: Device
/** The requests for the list of trackers that a test's pages have made. */
let asked: URL[] = []
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'West', geometry: box(173, -38, 174.757, -36) })
  await network.admin.create('tracker', { number: 'trailer', name: longest.trim() })
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.report([
    { lat: -36.849, lon: 174.756, ts: '2026-11-19T20:00:00Z' },
    { lat: -36.849, lon: 174.758, ts: '2026-11-19T20:01:00Z' },
  ])
  await scatter(network, { count: 6000, west: 174.748, south: -36.852, size: 0.006 })
  await fallSilent(await idOf('Van 17'))
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})
afterEach(() => {
  // However large the fleet, no page reads more of it than it shows.
  const rows = asked.map((url) => Number(url.searchParams.get('limit') ?? 50))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((count) => count > 100)).toEqual([])
  asked = []
})

describe.each([
  ['desk', desk],
  ['phone', phone],
])('one of 6000 trackers on a %s', (_name, size) => {
  it('is found by search in the history, and is kept in the address', async () => {
    const page = await open('/app/trackerevents', size)
    const unfold = () => openFilters(page, size)
    const field = page.getByRole('combobox', { name: 'Tracker' })
    await unfold()
    await field.click()
    await page.getByText('There are more. Type to find them.').waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(20)
    await field.fill('Van 5999')
    await page.getByRole('option', { name: 'Van 5999' }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await marked(page, 'Van 5999')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`tracker=${await idOf('Van 5999')}`))
    await page.reload()
    await unfold()
    await expect.poll(() => field.inputValue()).toBe('Van 5999')

    await field.fill('Van 6001')
    await page.getByText('No tracker matches.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('Van 5999')
    await page.getByRole('button', { name: 'Clear: Tracker' }).click()
    await page.waitForURL(/trackerevents$/)
    await expect.poll(() => field.inputValue()).toBe('')
    await page.getByRole('cell', { name: 'Truck 7' }).first().waitFor()
    await close(page)
  })

  it('is selected for a boundary, and removed again', async () => {
    const boundary = await network.admin.create('boundary', {
      name: `Yard on a ${_name}`,
      geometry: box(174.7, -36.9, 174.71, -36.89),
      active: false,
      tracker_ids: [truck.id],
    })
    const page = await open(`/app/boundary/edit?id=${boundary.data.id}`, size)
    const field = page.getByRole('combobox', { name: 'Which trackers' })
    await page.getByText('Truck 7', { exact: true }).waitFor()
    await field.fill('van 432')
    await page.getByRole('option', { name: 'Van 4321' }).click()
    await field.fill('trailer')
    await marked(page, longest.trim())
    expect(await overflow(page)).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Remove ${longest.trim()}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove Truck 7' }).click()
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The boundary has been saved.').waitFor()
    const saved = await network.admin.read('boundary', boundary.data.id)
    expect(saved.data.tracker_ids).toEqual([await idOf(longest.trim()), await idOf('Van 4321')])
    await close(page)
  })

  it('is selected for a replay by keyboard only', async () => {
    const page = await open('/app/replay?day=2026-11-20', size)
    const field = page.getByRole('combobox', { name: 'Trackers' })
    await field.focus()
    await page.keyboard.type('van 20')
    await page.getByRole('option', { name: 'Van 2000' }).waitFor()
    await marked(page, 'Van 20')
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(new RegExp(`tracker=${await idOf('Van 20')}&`))
    await page.getByRole('button', { name: 'Remove Van 20', exact: true }).waitFor()
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Remove Van 20', exact: true }).waitFor({ state: 'hidden' })
    await page.waitForURL(/replay\?day/)
    await page.keyboard.type('truck-7')
    await page.getByRole('option', { name: 'Truck 7' }).waitFor()
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1)
    await marked(page, 'Truck 7')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`tracker=${truck.id}&day=2026-11-20`))
    await page.keyboard.press('Escape')
    await page.locator('.maplibregl-marker', { hasText: 'Truck 7' }).waitFor()
    await close(page)
  })

  it('is selected by a link to its settings', async () => {
    const page = await open(`/app/settings?tab=alerts&tracker=${await idOf('Van 300')}`, size)
    const field = page.getByRole('combobox', { name: 'Tracker' })
    await expect.poll(() => field.inputValue()).toBe('Van 300')
    await page.getByLabel('SMS when it leaves').selectOption('Yes')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByRole('button', { name: 'Van 300', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Use the settings above again' }).click()
    await page.getByText('Every tracker follows the settings above.').waitFor()
    await close(page)
  })

  it('is counted on the home page, and listed there if it is outside or offline', async () => {
    const page = await open('/app/home', size)
    await page.getByText('Outside: 1', { exact: true }).waitFor()
    await page.getByText('Offline: 1', { exact: true }).waitFor()
    await page.getByText('Inside: 5,999', { exact: true }).waitFor()
    await page.getByText('Never reported: 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Acknowledge: Truck 7 left West' }).waitFor()
    const lines = page.getByRole('region', { name: 'Trackers' }).getByRole('link', { name: /^(Truck|Van) / })
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([expect.stringMatching(/^Truck 7 Outside/), expect.stringMatching(/^Van 17 Offline for 1 h/)])

    await truck.report({ lat: -36.849, lon: 174.756 })
    await page.getByText('Inside: 6,000', { exact: true }).waitFor()
    await expect.poll(() => lines.allTextContents()).toEqual([expect.stringMatching(/^Van 17 Offline for 1 h/)])
    await truck.report({ lat: -36.849, lon: 174.758 })
    await page.getByRole('button', { name: 'Acknowledge: Truck 7 left West' }).waitFor()
    await expect.poll(() => lines.count()).toBe(2)
    expect(await overflow(page)).toBe(0)
    await close(page)
  })
})

it('a failed search shows an error, and is retried', async () => {
  const page = await open('/app/trackerevents')
  await page.getByRole('cell', { name: 'Truck 7' }).first().waitFor()
  const search = /\/api\/v1\/trackers\?.*search=/
  await page.route(search, (route) => route.abort())
  await openFilters(page, desk)
  await page.getByRole('combobox', { name: 'Tracker' }).fill('Van 77')
  await page.getByText('The trackers could not be searched.').waitFor()
  await page.unroute(search)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('option', { name: 'Van 777', exact: false }).first().waitFor()
  await closePage(page)
})

async function open(path: string, size = desk) {
  const page = await openPage(browser, size)
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v1/trackers') asked.push(url)
  })
  await signInOn(page, network, path)
  return page
}

async function close(page: Awaited<ReturnType<typeof open>>) {
  expect(page.errors).toEqual([])
  await closePage(page)
}

/** Waits until the first result is marked, which is what Enter takes. */
function marked(page: Page, name: string): Promise<void> {
  return page.getByRole('option', { name }).and(page.locator('[data-combobox-selected]')).waitFor()
}

async function idOf(name: string): Promise<number> {
  const { data } = await network.admin.list('tracker', { search: name, limit: 1000 })
  return data.find((tracker) => tracker.name === name)!.id
}

/** Simulates a last contact an hour ago. */
async function fallSilent(tracker_id: number) {
  const hour_ago = new Date(Date.now() - 3600_000).toISOString()
  await network.db
    .insertInto('tracker_presence')
    .values({
      organisation_id: 1,
      tracker_id,
      online: false,
      contact: 'reported',
      due_at: null,
      changed_at: hour_ago,
      seen_at: hour_ago,
    })
    .execute()
  await network.db
    .updateTable('tracker_state')
    .set({ received: hour_ago })
    .where('tracker_id', '=', tracker_id)
    .execute()
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { closePage, coloursAt, middleOf, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'
import { click, drag, openEditor, tool } from './editor.ts'

/** Position of the town on the built-in map. */
const auckland = { lon: 174.767, lat: -36.849 }

let network: Network
let browser: Browser
let truck: Device
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

describe('drawing a boundary', () => {
  it('by mouse, with a tracker leaving it', async () => {
    const { page, at } = await openEditor(browser, network)
    await tool(page, 'Polygon').click()
    for (const [x, y] of [
      [-150, -120],
      [150, -120],
      [150, 120],
      [-150, 120],
      [-150, -120],
    ] as const)
      await click(page, at(x, y))
    await page.getByText(/km², 4 corners/).waitFor()
    await page.getByLabel('Name').fill('Depot')
    await page.getByRole('radio', { name: 'All trackers' }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/boundary\/edit\?id=\d+/)

    const depot = await stored('Depot')
    expect(depot).toMatchObject({ active: true, all_trackers: true, circle: null })
    expect(depot.geometry!.coordinates.flat(2)).toHaveLength(5)

    await truck.report({ lat: auckland.lat, lon: auckland.lon })
    await page.goto(`${network.url}/app/map?tracker=${truck.id}`)
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    await page.getByText('Inside').first().waitFor()
    await truck.report({ lat: auckland.lat, lon: auckland.lon + 1 })
    await page
      .getByText(/Truck 7 left Depot/)
      .first()
      .waitFor()
    await page.getByLabel('Show on the map', { exact: true }).click()
    await expect.poll(() => redInTheMiddle(page)).toBeGreaterThan(20)
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('around the trackers, which are shown and do not take clicks', async () => {
    const { page, at } = await openEditor(browser, network)
    const seen = async () => {
      const { red, green, blue } = await coloursAt(page, ...at(0, 0), 40)
      return red + green + blue
    }
    const before = await seen()
    await truck.report(auckland)
    await expect.poll(seen).toBeGreaterThan(before + 20)
    await tool(page, 'Circle').click()
    await click(page, at(0, 0))
    await click(page, at(100, 0))
    await page.getByText(/Radius [\d.]+ k?m/).waitFor()
    await truck.report({ lat: auckland.lat, lon: auckland.lon + 1 })
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('in a window that becomes narrower, without losing input', async () => {
    const { page } = await openEditor(browser, network)
    const form = async (name: string, buffer: string) => {
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(name)
      await expect.poll(() => page.getByLabel('Buffer (m)').inputValue()).toBe(buffer)
    }
    await page.getByLabel('Name').fill('North yard')
    await page.getByLabel('Buffer (m)').fill('25')
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.getByLabel('Resize').waitFor()
    await form('North yard', '25')
    await page.getByLabel('Name').fill('South yard')
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.getByLabel('Resize').waitFor({ state: 'detached' })
    await form('South yard', '25')
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('with vertices moved, added, deleted, and all of it undone', async () => {
    const { page, at } = await openEditor(browser, network)
    await tool(page, 'Rectangle').click()
    await drag(page, at(-150, -100), at(150, 100))
    await page.getByText(/4 corners/).waitFor()
    await drag(page, at(150, 100), at(200, 150))
    await drag(page, at(0, -100), at(0, -160))
    await page.getByText(/5 corners/).waitFor()
    await click(page, at(-150, -100))
    await page.keyboard.press('Delete')
    await page.getByText(/4 corners/).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText(/5 corners/).waitFor()
    for (let step = 0; step < 3; step++) await tool(page, 'Undo').click()
    await page.getByText('Drag from corner to corner').waitFor()
    for (let step = 0; step < 3; step++) await page.keyboard.press('Control+Shift+Z')
    await page.getByText(/5 corners/).waitFor()

    await tool(page, 'Cut out').click()
    await tool(page, 'Circle').click()
    await drag(page, at(0, 0), at(40, 0))
    await page.getByText(/101 corners/).waitFor()
    await page.getByLabel('Name').fill('With a hole')
    await page.getByRole('radio', { name: 'All trackers' }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/boundary\/edit\?id=\d+/)
    const { geometry } = await stored('With a hole')
    expect((geometry!.coordinates as number[][][][]).map((rings) => rings.map((ring) => ring.length))).toEqual([
      [6, 97],
    ])
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('as a circle, which stays a circle, for selected trackers at scheduled times', async () => {
    const { page, at } = await openEditor(browser, network)
    await tool(page, 'Circle').click()
    await click(page, at(0, 0))
    await click(page, at(100, 0))
    await page.getByText(/Radius [\d.]+ k?m/).waitFor()
    await page.getByLabel('Name').fill('Yard')
    await page.getByRole('radio', { name: 'Chosen trackers' }).check()
    await page.getByLabel('Which trackers').first().click()
    await page.getByRole('option', { name: 'Truck 7' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Only at certain times' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/boundary\/edit\?id=\d+/)
    expect(await stored('Yard')).toMatchObject({
      circle: { center: [expect.closeTo(auckland.lon, 2), expect.closeTo(auckland.lat, 2)] },
      all_trackers: false,
      tracker_ids: [truck.id],
      schedule: { timezone: 'Pacific/Auckland', weekly: [{ days: [1, 2, 3, 4, 5], from: '18:00', to: '07:00' }] },
    })
    await closePage(page)
  })

  it('across 180° as one area, also when it is opened again', async () => {
    const geometry = { type: 'MultiPolygon' as const, coordinates: [box(178, -45, 184, -43).coordinates] }
    const { data } = await network.admin.create('boundary', { name: 'Chathams', geometry })
    const { page, at } = await openEditor(browser, network, { query: `?id=${data.id}` })
    await page.getByText(/4 corners/).waitFor()
    await tool(page, 'Rectangle').click()
    await drag(page, at(-20, -10), at(20, 10))
    await page.getByText(/4 corners/).waitFor()
    await page.getByLabel('Name').fill('Chathams and about')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The boundary has been saved.').waitFor()
    const saved = await stored('Chathams and about')
    expect(new Set((saved.geometry!.coordinates as number[][][][]).flat(2).map(([lon]) => Math.round(lon!)))).toEqual(
      new Set([178, 180, -180, -176]),
    )
    await closePage(page)
  })
})

describe('the form of a boundary', () => {
  it('shows field errors, and asks before unsaved changes are lost', async () => {
    const { page, at } = await openEditor(browser, network)
    await page.getByLabel('Name').fill('Nowhere')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Draw the area on the map first').waitFor()
    await tool(page, 'Freehand').click()
    await drag(page, at(-80, -80), at(80, -80), at(80, 80), at(-80, 80))
    await page.getByText(/corners/).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Choose first which trackers it applies to.').waitFor()
    await page.getByRole('radio', { name: 'All trackers' }).check()
    await page.getByLabel('Buffer (m)').fill('20000')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Number too high: at most 10000.').waitFor()

    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('What you have changed here is not saved.').waitFor()
    await page.getByRole('button', { name: 'Stay' }).last().click()
    await expect.poll(() => page.getByLabel('Buffer (m)').inputValue()).toBe('20000')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/app\/boundaries$/)
    await closePage(page)
  })

  it('does not overwrite a concurrent change', async () => {
    const { data } = await network.admin.create('boundary', { name: 'Shared', geometry: box(170, -45, 171, -44) })
    const { page } = await openEditor(browser, network, { query: `?id=${data.id}` })
    await network.admin.update('boundary', { id: data.id, buffer_m: 5 })
    await page.getByLabel('Name').fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /changed/ })
      .waitFor()
    expect((await network.admin.read('boundary', data.id)).data).toMatchObject({ name: 'Shared', buffer_m: 5 })
    await closePage(page)
  })
})

describe('on a phone', () => {
  it('is drawn by touch', async () => {
    const { page, at } = await openEditor(browser, network, { touch: true })
    await tool(page, 'Polygon').tap()
    for (const [x, y] of [
      [-100, -100],
      [100, -100],
      [100, 60],
      [-100, 60],
    ] as const) {
      const spot = at(x, y)
      await page.touchscreen.tap(...spot)
    }
    await tool(page, 'Finish').tap()
    await page.getByText(/4 corners/).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBe(phone.width)
    await page.getByLabel('Resize the list').tap()
    await page.getByLabel('Name').fill('Paddock')
    await page.getByRole('radio', { name: 'All trackers' }).check()
    await page.getByLabel('Resize the list').tap()
    await page.getByRole('button', { name: 'Create' }).tap()
    await page.waitForURL(/boundary\/edit\?id=\d+/)
    expect((await stored('Paddock')).geometry!.coordinates.flat(2)).toHaveLength(5)
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('is refused when it intersects itself too often, and the drawing is kept', async () => {
    const { page, at } = await openEditor(browser, network, { touch: true })
    await tool(page, 'Polygon').tap()
    // A star: each side crosses all but two of the others.
    for (let i = 0; i < 11; i++) {
      const angle = (2 * Math.PI * ((i * 5) % 11)) / 11
      await page.touchscreen.tap(...at(110 * Math.cos(angle), 100 * Math.sin(angle) - 20))
    }
    await tool(page, 'Finish').tap()
    await page.getByText(/11 corners/).waitFor()
    await page.getByLabel('Resize the list').tap()
    await page.getByLabel('Name').fill('Scribble')
    await page.getByRole('radio', { name: 'All trackers' }).check()
    await page.getByLabel('Resize the list').tap()
    await page.getByRole('button', { name: 'Create' }).tap()
    await page.getByText(/crosses or overlaps itself more than 16 times/).waitFor()
    await page.getByText(/11 corners/).waitFor()
    await closePage(page)
  })
})

describe('the list of boundaries', () => {
  it('shows each with its owner and trackers, and links to it', async () => {
    await network.admin.create('boundary', {
      name: 'Listed',
      geometry: box(170, -45, 171, -44),
      tracker_ids: [truck.id],
      buffer_m: 25,
    })
    const page = await openPage(browser)
    await signInOn(page, network, '/app/boundaries?search=Listed')
    const row = page.getByRole('row', { name: /Listed/ })
    await expect.poll(() => row.textContent()).toMatch(/The organisationTogether with othersYes251 tracker/)
    await row.getByRole('link', { name: 'Listed' }).click()
    await page.getByRole('heading', { name: 'Listed' }).waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

async function stored(name: string) {
  const { data } = await network.admin.list('boundary', { search: name })
  return data.find((boundary) => boundary.name === name)!
}

async function redInTheMiddle(page: Page): Promise<number> {
  return (await coloursAt(page, ...(await middleOf(page)), 60)).red
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { phone, startBrowser, startSite } from '../browser.ts'
import { openMenu } from '../list_line.ts'
import { closeAll, enter, openAs } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Harbour Watch' })).data.id
  await enter(network, 'mere', organisation_id, 'Administrator')
  await enter(network, 'tama', organisation_id, 'User')
})
afterAll(() => network?.stop())

it('a location is typed or picked on the map, changed, read by others, and deleted', async () => {
  const page = await openAs(browser, network, 'mere', '/app/locations')
  await page.getByRole('link', { name: 'New location' }).first().click()
  await page.getByLabel('Name').fill('Depot')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Please give latitude and longitude, or press the map.').waitFor()
  await page.getByLabel('Latitude').fill('-36.8485')
  await page.getByLabel('Longitude').fill('174.7633')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The location has been created.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Depot' }).waitFor()
  const map = page.getByRole('region', { name: 'Map of the location' })
  await page.locator('.maplibregl-marker').waitFor()
  await map.click({ position: { x: 100, y: 100 } })
  await expect.poll(() => page.getByLabel('Latitude').inputValue()).not.toBe('-36.8485°')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The location has been saved.').waitFor()
  const { data } = await network.admin.list('location', { organisation_id })
  const [lon, lat] = data[0]!.position.coordinates as [number, number]
  expect([Math.abs(lon - 174.7633) < 0.1, Math.abs(lat + 36.8485) < 0.1, lat === -36.8485]).toEqual([true, true, false])

  const reader = await openAs(browser, network, 'tama', '/app/locations', phone)
  await reader.getByRole('link', { name: 'Depot' }).click()
  await reader.getByText(/^36°/).waitFor()
  expect(await reader.getByRole('button', { name: 'Save' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes: Delete' }).click()
  await page.getByText('No locations yet.').waitFor()
  await closeAll(page, reader)
})

/** The database keeps no order of filters. */
const saved = /\/app\/trackers\?(status=offline&search=van|search=van&status=offline)$/

it('a list is saved with its filters, and opened as it was by those who may', async () => {
  const page = await openAs(browser, network, 'mere', '/app/trackers?status=offline&search=van')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Save what is shown' }).click()
  await page.getByText('status: offline, search: van').waitFor()
  await page.getByLabel('Name').fill('Silent vans')
  await page.getByLabel('For the whole organisation').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('The report has been saved.').waitFor()

  const reader = await openAs(browser, network, 'tama', '/app/trackers')
  await openMenu(reader)
  await reader.getByRole('menuitem', { name: 'Silent vans' }).click()
  await reader.waitForURL(saved)
  await reader.goto(`${network.url}/app/reportconfigs`)
  await reader.getByRole('link', { name: 'Open: Trackers' }).click()
  await reader.waitForURL(saved)

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'All saved reports' }).click()
  await page.getByRole('link', { name: 'Silent vans' }).click()
  await page.getByLabel('Name').fill('Silent vans and trucks')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Silent vans and trucks' }).waitFor()
  const { data } = await network.admin.list('reportconfig', { organisation_id })
  expect(data).toMatchObject([{ report: 'trackers', query: { status: 'offline', search: 'van' }, owner_user_id: null }])
  await closeAll(page, reader)
})

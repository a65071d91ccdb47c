import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, type Network, startTracker } from '../../network.ts'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'
import { drag, goTo } from './editor.ts'

let network: Network
let browser: Browser
let truck: Device
const auckland = { lon: 174.767, lat: -36.849 }
const at = (minute: number) => new Date(Date.now() - (60 - minute) * 60_000).toISOString()

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  truck = await startTracker(network, 'truck-7', { name: '=Truck 7' })
  await truck.report([
    { ...auckland, lat: -37.2, ts: at(0) },
    { ...auckland, ts: at(10) },
    { ...auckland, ts: at(25) },
    { ...auckland, lat: -37.2, ts: at(40) },
    { ...auckland, lat: -37.2, ts: at(50) },
  ])
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

it('an area is drawn, its visits are found and saved, and it becomes a boundary', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/past')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await canvas.waitFor()
  await page.getByText('Draw an area on the map first').waitFor()
  expect(await page.getByRole('button', { name: 'Find visits' }).isDisabled()).toBe(true)
  await goTo(page, 'Auckland')
  const { x, y, width, height } = (await canvas.boundingBox())!
  const [middle_x, middle_y] = [x + width / 2, y + height / 2]
  await drag(page, [middle_x - 120, middle_y - 120], [middle_x + 120, middle_y + 120])
  await page.getByRole('button', { name: 'Find visits' }).click()
  await page.getByText('1 visit, by 1 of 1 trackers').waitFor()
  await page.getByText('15 min', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: '=Truck 7' }).getAttribute('href')).toMatch(/replay\?tracker=\d+/)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/tracker_id,tracker_name,driver_id/)
  // What a spreadsheet would take for a formula stays a name.
  expect(lines[1]).toMatch(/"'=Truck 7"/)

  await page.getByRole('link', { name: 'Save the area as a boundary' }).click()
  await page.getByLabel('Name').fill('Where it stood')
  await page.getByRole('radio', { name: 'All trackers' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/boundary\/edit\?id=\d+/)
  expect((await network.admin.list('boundary', {})).data.map(({ name }) => name)).toContain('Where it stood')
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('the whole fleet is shown at a past moment, which is in the address, with who was nearest to a place', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/timemachine?t=${at(52)}&near=-37.2,174.767`)
  const counts = page.locator('dl')
  await expect.poll(() => counts.textContent()).toBe('Moving0Standing1Silent0Outside0')
  await page.getByRole('button', { name: '=Truck 7 0 m Standing' }).click()
  expect(await page.getByRole('link', { name: 'Replay' }).getAttribute('href')).toMatch(/replay\?tracker=\d+&t=/)
  const slider = page.getByRole('slider')
  await slider.press('ArrowLeft')
  await page.waitForURL(`**t=${encodeURIComponent(new Date(Date.parse(at(52)) - 1000).toISOString().slice(0, 14))}**`)
  await page.getByRole('button', { name: 'Remove the place' }).click()
  await page.getByText('Click a place on the map').waitFor()
  const canvas = page.locator('canvas.maplibregl-canvas')
  await canvas.click({ position: { x: 60, y: 60 } })
  await page.waitForURL(/near=/)
  await page.getByRole('button', { name: /=Truck 7.* km/ }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

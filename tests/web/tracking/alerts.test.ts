import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'
import { chooseInMenu, openFilters, openPeriod } from '../list_line.ts'

let network: Network
let browser: Browser
let truck: Device
let depot_id: number
const inDepot = { lat: -36.85, lon: 174.75 }
const inCity = { lat: -36.85, lon: 174.72 }

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'Central Auckland', geometry: box(174.7, -36.9, 174.8, -36.8) })
  const yard = { geometry: box(174.74, -36.86, 174.76, -36.84) }
  depot_id = (await network.admin.create('boundary', { name: 'Depot', ...yard, rule: 'alone' })).data.id
  truck = await startTracker(network, '860000000007', { name: 'Truck 7' })
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await truck.report({ ...inDepot, ts: minutesAgo(90) })
  await truck.report({ ...inCity, ts: minutesAgo(60) })
  await truck.report({ ...inDepot, ts: minutesAgo(30) })
  await truck.report({ ...inDepot, ts: minutesAgo(20), alarm: 'sos' })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

it.each([
  ['desk', desk],
  ['phone', phone],
])('lists what happened, also what is over, on a %s', async (_name, size) => {
  const page = await openPage(browser, size)
  await signInOn(page, network, '/app/alerts')
  await page.getByText('Left Depot').waitFor()
  await page.getByText('30 min', { exact: true }).waitFor()
  await page.getByText('Still on').waitFor()
  await openFilters(page, size)
  await page.getByLabel('State').selectOption('ended')
  await page.getByText('1–1 of 1').waitFor()
  await page.waitForURL(/state=ended/)
  await openPeriod(page, size)
  await page.getByText('Last 7 days').click()
  await page.waitForURL(/range=week/)
  await page.getByText('1–1 of 1').waitFor()
  await openFilters(page, size)
  await page.getByLabel('What happened').selectOption('entered_boundary')
  await page.getByText('No alert matches.').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText('1–2 of 2').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('is acknowledged with a note, which the file and the API contain, and leads to the replay of its span', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/alerts?kind=left_boundary')
  await page.getByRole('button', { name: 'Acknowledge with a note: Truck 7' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Called the driver: a detour.')
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByText('Called the driver: a detour.').waitFor()
  const acknowledged = async () =>
    (await network.admin.list('alert', { kinds: ['left_boundary'], acknowledged: true })).data[0]
  await expect.poll(acknowledged).toBeDefined()
  const alert = await acknowledged()
  expect(alert).toMatchObject({
    acknowledged_note: 'Called the driver: a detour.',
    boundary_name: 'Depot',
    rule: 'alone',
  })
  expect(alert!.acknowledged_by).toBeTruthy()

  const downloading = page.waitForEvent('download')
  await chooseInMenu(page, 'CSV')
  const csv = readFileSync(await (await downloading).path(), 'utf8')
  expect(csv).toContain('Called the driver: a detour.')
  expect(csv).toContain('Truck 7')

  await page.getByRole('row', { name: /Truck 7/ }).hover()
  await page.getByRole('button', { name: 'Actions for Truck 7' }).click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  await page.waitForURL(/\/app\/replay\?tracker=\d+&from=.+&to=.+/)
  await closePage(page)
})

it('acknowledges the selected alerts with one note', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/alerts?acknowledged=no')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Storm: all drivers wait.')
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByText('No alert matches.').waitFor()
  const { data } = await network.admin.list('alert', { acknowledged: true })
  expect(data.filter(({ acknowledged_note }) => acknowledged_note === 'Storm: all drivers wait.')).not.toEqual([])
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('warns in the editor that a boundary lies inside another, and changes its rule', async () => {
  await network.admin.update('boundary', { id: depot_id, rule: 'any' })
  const page = await openPage(browser)
  await signInOn(page, network, `/app/boundary/edit?id=${depot_id}`)
  await page
    .getByText('Trackers in Depot are also inside Central Auckland: leaving Depot alone raises no alert.')
    .waitFor()
  await page.getByRole('button', { name: 'Alert when a tracker leaves Depot' }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'By itself' }).isChecked()).toBe(true)
  expect(await page.getByText('Trackers in Depot are also inside').count()).toBe(0)
  await page.getByRole('radio', { name: 'Keep out' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The boundary has been saved.').first().waitFor()
  await expect.poll(async () => (await network.admin.read('boundary', depot_id)).data.rule).toBe('keep_out')
  await network.admin.update('boundary', { id: depot_id, rule: 'alone' })
  await closePage(page)
})

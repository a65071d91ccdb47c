import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, type Network, startTracker } from '../../network.ts'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'
import { chooseInMenu } from '../list_line.ts'

let network: Network
let browser: Browser
let truck: Device
let van: Device

const fix = (metres: number) => ({ lat: -36.8 + metres / 111_195, lon: 174.7, speed: 0, ts: new Date().toISOString() })

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  truck = await startTracker(network, 'truck', { name: 'Truck 7' })
  van = await startTracker(network, 'van', { name: 'Van 2' })
})
afterAll(async () => {
  await Promise.all([truck?.stop(), van?.stop()])
  await network?.stop()
})

async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name }).click()
}

it('is made for two trackers, and its alert names both and how far they are apart', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/trackers')
  await chooseInMenu(page, 'Proximity rules')
  await page.getByText('No proximity rules yet.').waitFor()
  await page.getByRole('link', { name: 'New proximity rule' }).first().click()
  await page.getByLabel('Name').fill('Keep apart')
  await choose(page, 'Tracker', 'Truck 7')
  await choose(page, 'Other tracker', 'Van 2')
  await page.getByLabel('Distance (m)').fill('150')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Keep apart' }).waitFor()
  await page.getByText('Van 2').waitFor()
  const [rule] = (await network.admin.list('proximityrule', {})).data
  expect(rule).toMatchObject({ relation: 'nearer', distance_m: 150, hold_s: 0, schedule: null, active: true })

  await page.getByLabel('Only in certain hours').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await network.admin.read('proximityrule', rule!.id)).data.schedule)
    .toMatchObject({ weekly: [{ from: '18:00' }] })
  await network.admin.update('proximityrule', { id: rule!.id, schedule: null })

  await truck.report([fix(0)] as never)
  await van.report([fix(80)] as never)
  await network.server.gateway.alerting.proximity.judge()
  await page.goto(`${network.url}/app/alerts`)
  await page.getByText('80 m away from Van 2').first().waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

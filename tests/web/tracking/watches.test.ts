import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let truck: Device
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'Depot', geometry: box(174.74, -36.86, 174.76, -36.84) })
  await network.admin.create('boundary', { name: 'Far yard', geometry: box(175.7, -37.9, 175.8, -37.8) })
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.report({ lat: -36.9, lon: 174.75 })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

const asked = async () =>
  (await network.admin.list('alertrequest', { sort: 'id' })).data.map(({ kind, boundary_name, once }) => [
    kind,
    boundary_name,
    once,
  ])

it('asks by one press beside a tracker on the map to be notified when it arrives, and by another no more', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/map?tracker=${truck.id}`)
  const depot = page.getByRole('button', { name: 'arrives: Depot' })
  await depot.click()
  await page.getByText('You will be notified when Truck 7 arrives at Depot.').waitFor()
  expect(await asked()).toEqual([['arrived', 'Depot', true]])
  await page.getByRole('button', { name: 'arrives: Depot', pressed: true }).click()
  await page.getByText('You will not be notified.').waitFor()
  expect(await asked()).toEqual([])
  await page.getByRole('checkbox', { name: 'Each time' }).check()
  await page.getByRole('button', { name: 'arrives: Far yard', pressed: false }).click()
  await expect.poll(asked).toEqual([['arrived', 'Far yard', false]])

  await page.getByRole('button', { name: 'More…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Is late' }).check()
  await dialog.getByRole('combobox', { name: 'Boundary' }).click()
  await page.getByRole('option', { name: 'Depot' }).click()
  // Not tomorrow: that of UTC has begun in New Zealand already, where its morning may be over.
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Expected until').fill(`${later}T08:00`)
  await dialog.getByRole('button', { name: 'Tell me', exact: true }).click()
  await expect.poll(asked).toEqual([
    ['arrived', 'Far yard', false],
    ['late', 'Depot', true],
  ])
  expect(page.errors).toEqual([])
  await closePage(page)
})

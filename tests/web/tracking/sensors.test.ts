import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startTracker } from '../../network.ts'
import { closePage, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let id: number

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  const truck = await startTracker(network, 'truck', { name: 'Truck 7' } as never)
  id = truck.id
  const attributes = { fuel: 41, door: true, adc_1: 1.5 }
  await truck.report([{ lat: -36.8, lon: 174.7, ts: new Date().toISOString(), attributes }] as never)
  await truck.stop()
})
afterAll(() => network?.stop())

it('is made of what the tracker reports, with a preview, and stands on its page and on the map', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${id}&tab=sensors`)
  await page.getByText('This tracker has no sensors yet.').waitFor()
  await page.getByRole('link', { name: 'New sensor' }).click()
  await page.getByLabel('Name').fill('Fuel')
  await page.getByRole('combobox', { name: 'Attribute' }).click()
  await page.getByRole('option', { name: 'fuel 41' }).click()
  await page.getByLabel('Unit').fill('l')
  await page.getByLabel('Factor').fill('0.6')
  await page.getByText(/Reported 41 .* shown as 24\.6 l/).waitFor()
  for (const [line, reported, value] of [
    [1, '0', '0'],
    [2, '0', '90'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a point' }).click()
    await page.getByLabel(`Reported ${line}`).fill(reported)
    await page.getByLabel(`Value ${line}`).fill(value)
  }
  await page.getByText('Each reported value must be greater than the one above it.').waitFor()
  await page.getByLabel('Reported 2').fill('100')
  await page.getByText(/shown as 36\.9 l/).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('list', { name: 'Sensors' }).getByText('36.9 l').waitFor()

  await page.getByRole('link', { name: 'New sensor' }).click()
  await page.getByLabel('Name').fill('Door')
  await page.getByRole('combobox', { name: 'Attribute' }).fill('door')
  for (const [line, word] of [
    [1, 'closed'],
    [2, 'open'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a word' }).click()
    await page.getByLabel(`Word ${line}`).fill(word)
  }
  await page.getByText(/shown as open/).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('list', { name: 'Sensors' }).getByText('open').waitFor()

  await page.goto(`${network.url}/app/map?tracker=${id}`)
  const panel = page.getByRole('region', { name: 'Selected tracker' })
  await panel.getByText('36.9 l').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('is drawn over time: values at the cursor, zoom by mouse and keys, sensors to choose', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${id}&tab=sensors&range=week`)
  const chart = page.getByRole('slider', { name: 'Time at the cursor' })
  await chart.scrollIntoViewIfNeeded()
  await chart.getByText('36.9 l').waitFor()
  const { x, y, width } = (await chart.boundingBox())!
  await page.mouse.move(x + width * 0.5, y + 60)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.9, y + 60)
  await page.mouse.up()
  await page.waitForURL(/from=.*to=/)
  await page.getByText('Nothing was reported in this time.').waitFor()
  await page.getByRole('button', { name: 'Show twice the time' }).click()
  await chart.getByText('36.9 l').waitFor()
  await chart.focus()
  await page.keyboard.press('End')
  const before = page.url()
  await page.keyboard.press('+')
  await expect.poll(() => page.url()).not.toBe(before)
  for (const name of ['Fuel', 'Door']) {
    await page.getByRole('group', { name: 'Sensors' }).getByText(name, { exact: true }).click()
  }
  await page.getByText('Choose a sensor.').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('is changed and deleted on a phone', async () => {
  const page = await openPage(browser, phone)
  await signInOn(page, network, '/app/sensors')
  await page.getByRole('link', { name: 'Fuel', exact: true }).click()
  await page.getByRole('button', { name: 'Remove line 2' }).first().click()
  await page.getByText('A table has two points or more.').waitFor()
  await page.getByRole('button', { name: 'Remove line 1' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const fuelOf = async () => (await network.admin.list('sensor', { tracker_id: id, search: 'Fuel' })).data[0]
  await expect.poll(fuelOf).toMatchObject({ points: null, factor: 0.6 })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: /Delete/ }).click()
  await page.waitForURL(/tab=sensors/)
  expect(await fuelOf()).toBeUndefined()
  expect(page.errors).toEqual([])
  await closePage(page)
})

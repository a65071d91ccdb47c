import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, type Network, startTracker } from '../../network.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'
import { enter, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let truck: Device
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.report({ lat: -36.85, lon: 174.77 })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

it.each([
  ['desk', desk],
  ['phone', phone],
])('an administrator enters a position, corrects and deletes it on a %s', async (_name, size) => {
  const page = await openPage(browser, size)
  await signInOn(page, network, `/app/trackerevents?tracker=${truck.id}`)
  await page.getByRole('button', { name: 'Enter a position' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enter a position' }).click()
  await dialog.getByText('Please give latitude and longitude, or press the map.').waitFor()
  await dialog.getByLabel('Latitude').fill('-36.9')
  await dialog.getByLabel('Longitude').fill('174.8')
  await dialog.getByRole('textbox', { name: 'Event' }).fill('found')
  await dialog.getByRole('button', { name: 'Enter a position' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('by hand').first().waitFor()
  const [event] = (await network.admin.list('trackerevent', { event: 'found' })).data
  expect(event).toMatchObject({ by_hand: true, position: { coordinates: [174.8, -36.9] } })

  await page.goto(`${network.url}/app/trackerevent?id=${event!.id}`)
  await page.getByText('by hand').waitFor()
  await page.getByRole('button', { name: 'Correct' }).click()
  await dialog.getByRole('textbox', { name: 'Alarm' }).fill('theft')
  await dialog.getByRole('textbox', { name: 'Event' }).fill('seen')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('theft').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('It disappears from lists').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/trackerevents/)
  await expect.poll(() => page.getByText('by hand').count()).toBe(0)
  expect((await network.admin.list('trackerevent', { tracker_id: truck.id })).info.total).toBe(1)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a member sees no such buttons', async () => {
  await enter(network, 'aroha', 1, 'Staff')
  const [event] = (await network.admin.list('trackerevent', { tracker_id: truck.id })).data
  const page = await openPage(browser)
  await signInAs(page, network, 'aroha', `/app/trackerevent?id=${event!.id}`)
  await page.getByRole('link', { name: 'Replay from here' }).waitFor()
  expect(await page.getByRole('button', { name: /^(Correct|Delete)$/ }).count()).toBe(0)
  await closePage(page)
})

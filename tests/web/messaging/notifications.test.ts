import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { box, type Network } from '../../network.ts'
import { desk, openNewPage, phone, startSite, startWholeBrowser } from '../browser.ts'
import { closeAll, guest, member, openAs, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let token: string
beforeAll(async () => {
  network = await startSite()
  browser = await startWholeBrowser()
  token = await member(network, 'boss', 'Administrator')
  await member(network, 'runner', 'User')
  const { data } = await network.admin.list('user', { search: 'runner' })
  await network.admin.call('POST', 'user/role', { id: data[0]!.id, platform_admin: true })
})
afterAll(async () => {
  await network?.stop()
})

const as = (username: string, path: string, size = desk) => openAs(browser, network, username, path, size)

it('a notification appears live, is dismissed by one user, and disappears for all when it expires', async () => {
  const reading = await as('boss', '/app/about', phone)
  const away = await as('boss', '/app/about')
  const runner = await as('runner', '/app/notifications/admin')
  await runner.getByText('No notifications yet.').waitFor()
  await runner.getByRole('link', { name: 'New notification' }).click()
  await runner.getByLabel('Title').fill('Works on Sunday')
  await runner.getByLabel('Text').fill('The map may be slow.')
  await runner.getByLabel('Expires').fill('2020-01-01T00:00')
  await runner.getByRole('button', { name: 'Create' }).click()
  await runner.getByText('expires: is not after begins.').waitFor()
  await runner.getByLabel('Expires').fill('2040-01-01T00:00')
  await runner.getByRole('button', { name: 'Create' }).click()
  await runner.getByText('Shown now · Everybody').waitFor()

  for (const page of [reading, away]) await page.getByText('The map may be slow.').waitFor()
  await away.getByRole('button', { name: 'Do not show this again' }).click()
  await away.getByText('The map may be slow.').waitFor({ state: 'detached' })
  // Notifications come with the answer that restores the session.
  const restored = away.waitForResponse((response) => response.url().endsWith('/user/signin'))
  await away.reload()
  await (await restored).finished()
  await away.getByRole('button', { name: 'Your account' }).waitFor()
  expect(await away.getByText('The map may be slow.').count()).toBe(0)

  await runner.getByRole('button', { name: 'Expire now' }).click()
  await runner.getByText('It is no longer shown.').waitFor()
  await reading.getByText('The map may be slow.').waitFor({ state: 'detached' })
  await runner.goto(`${network.url}/app/notifications/admin`)
  await runner.getByRole('cell', { name: 'Expired' }).waitFor()
  await closeAll(reading, away, runner)
})

it('an alert acknowledged on one screen is shown as acknowledged on another', async () => {
  const { client } = guest(network, token)
  await client.create('boundary', { name: 'Depot', geometry: box(174.7, -36.9, 174.8, -36.8), active: true })
  await client.create('tracker', { number: 'ute', name: 'Ute', transports: ['osmand'] })
  for (const lon of [174.75, 174.9]) await fetch(`${network.url}/gateway/osmand?id=ute&lat=-36.85&lon=${lon}`)
  const map = await as('boss', '/app/map')
  const home = await as('boss', '/app/home', phone)
  await home.getByRole('button', { name: 'More actions: Ute left Depot' }).click()
  await home.getByRole('menuitem', { name: 'An hour', exact: true }).click()
  await home.getByText(/^Snoozed until/).waitFor()
  await map.getByText(/^Snoozed until/).waitFor()
  await map.getByRole('button', { name: 'Acknowledge: Ute left Depot' }).click()
  await map.getByText(/^Acknowledged /).waitFor()
  await home.getByText(/^Acknowledged /).waitFor()
  await closeAll(map, home)
})

it('notification preferences are overridden for a tracker, and the override is removed', async () => {
  const { client } = guest(network, token)
  await client.create('tracker', { number: 'quad', name: 'Quad bike' })
  const page = await as('boss', '/app/settings?tab=alerts', phone)
  await page.getByText('Every tracker follows the settings above.').waitFor()
  await page.getByRole('combobox', { name: 'Tracker' }).or(page.getByPlaceholder('Choose a tracker')).first().click()
  await page.getByRole('option', { name: 'Quad bike' }).click()
  await page.getByLabel('SMS when it leaves').selectOption('Yes')
  await page.getByLabel('E-mail when it leaves').selectOption('No')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('The settings have been saved.').waitFor()
  const saved = async () => (await client.list('usertrackerconfig')).data
  expect(await saved()).toMatchObject([{ alert_sms: true, alert_email: false, alert_push: null }])
  await page.getByRole('button', { name: 'Use the settings above again' }).click()
  await page.getByText('Every tracker follows the settings above.').waitFor()
  expect(await saved()).toEqual([])
  await closeAll(page)
})

it('the settings show why the browser’s push service refused', async () => {
  const page = await openNewPage(browser)
  await page.context().grantPermissions(['notifications'], { origin: network.url })
  await signInAs(page, network, 'boss', '/app/settings?tab=alerts')
  await page.getByRole('button', { name: 'Switch it on here' }).click()
  await page.getByText(/^The browser’s push service has refused: /).waitFor()
  await page.getByText('This browser gets no alerts.').waitFor()
  await closeAll(page)
})

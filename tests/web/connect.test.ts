import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { desk, openPage, phone, startBrowser } from './browser.ts'
import { member, signInAs } from './people.ts'
import { readQr } from './qr.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startNetwork({ TCP_PORT_GT06: 'any' })
  browser = await startBrowser()
  await member(network, 'boss', 'Administrator')
})
afterAll(async () => {
  await browser?.close()
  await network?.stop()
})

async function trackerPage(path: string, size = desk) {
  const page = await openPage(browser, size)
  await signInAs(page, network, 'boss', path)
  return page
}

it('a tracker’s page shows the ports that listen, and only the protocols that do', async () => {
  const { data } = await network.admin.create('tracker', { number: '860000000000011', name: 'Ute' })
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/signin?next=${encodeURIComponent(`/app/tracker/edit?id=${data.id}`)}`)
  await page.getByLabel('Username or e-mail').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const what = page.getByLabel('What it is')
  await expect.poll(() => what.locator('option').count()).toBe(5)
  await page.getByText('trackers/860000000000011/position').waitFor()
  await expect.poll(() => page.locator('dd').nth(1).textContent()).toBe(String(network.server.mqtt_port))
  await what.selectOption('gt06')
  await page.getByText(String(network.server.tcp_ports.gt06), { exact: true }).waitFor()
  await page.getByText(/860000000000011: what the device says of itself/).waitFor()
  expect(page.errors).toEqual([])
  await page.context().close()
})

it('a phone’s app is set up by the code on the screen, and its first report comes', async () => {
  const page = await trackerPage('/app/tracker/edit', phone)
  await page.getByLabel('Device number').fill('farm phone'.replace(' ', '-'))
  await page.getByLabel('Type').selectOption('phone')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Connect the device' }).waitFor()

  const traccar = new URL(await readQr(page.getByRole('img', { name: 'QR code for Traccar Client' })))
  expect(Object.fromEntries(traccar.searchParams)).toEqual({ id: 'farm-phone', interval: '60' })
  const report = `${traccar.origin}${traccar.pathname}?id=farm-phone&lat=-36.85&lon=174.76`
  expect((await fetch(report, { method: 'POST' })).status).toBe(200)

  await page.getByLabel('What it is').selectOption('osmand')
  const osmand = await readQr(page.getByRole('img', { name: 'QR code of the address' }))
  const values = ['-36.86', '174.77', String(Date.now()), '1', '12', '3', '90']
  expect((await fetch(osmand.replace(/\{(\d)\}/g, (_, i) => values[i]!))).status).toBe(200)

  await page.getByLabel('What it is').selectOption('owntracks')
  const owntracks = new URL(await readQr(page.getByRole('img', { name: 'QR code for OwnTracks' })))
  const settings = JSON.parse(Buffer.from(owntracks.searchParams.get('inline')!, 'base64').toString())
  const location = { _type: 'location', lat: -36.87, lon: 174.78, tst: Math.floor(Date.now() / 1000), tid: 'ne' }
  const answer = await fetch(settings.url, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${settings.username}:${settings.password}`)}` },
    body: JSON.stringify(location),
  })
  expect(answer.status).toBe(200)
  const [tracker] = (await network.admin.list('tracker', { number: 'farm-phone' })).data
  const events = async () => (await network.admin.list('trackerevent', { tracker_id: tracker!.id })).data
  expect((await events()).filter(({ position }) => position !== null)).toHaveLength(3)

  // Shown once: afterwards the codes that hold the token are gone.
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('What it is').selectOption('owntracks')
  await page.getByText('The token was shown when it was made.').waitFor()
  expect(await page.getByRole('img', { name: 'QR code for OwnTracks' }).count()).toBe(0)
  expect(page.errors).toEqual([])
  await page.context().close()
})

it('an administrator says whose a tracker is, and takes it back', async () => {
  const page = await trackerPage('/app/tracker/edit')
  await page.getByLabel('Device number').fill('owned')
  await page.getByRole('combobox', { name: 'Owner' }).fill('boss')
  await page.getByRole('option', { name: 'boss' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const owner = page.getByRole('combobox', { name: 'Owner' })
  await expect.poll(() => owner.inputValue()).toBe('boss')
  const owned = async () => (await network.admin.list('tracker', { number: 'owned' })).data[0]!.owner_user_id
  expect(await owned()).not.toBe(null)
  await owner.click()
  await page.getByRole('option', { name: 'Nobody in particular' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The tracker has been saved.').waitFor()
  expect(await owned()).toBe(null)
  expect(page.errors).toEqual([])
  await page.context().close()
})

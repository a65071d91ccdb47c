import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'
import { member, signInAs } from '../people.ts'
import { readQr } from '../qr.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite({ TCP_PORT_GT06: 'any' })
  browser = await startBrowser()
  await member(network, 'boss', 'Administrator')
})
afterAll(async () => {
  await network?.stop()
})

async function trackerPage(path: string, size = desk) {
  const page = await openPage(browser, size)
  await signInAs(page, network, 'boss', path)
  return page
}

it('a tracker’s page shows only the ports and protocols that listen', async () => {
  const { data } = await network.admin.create('tracker', { number: '860000000000011', name: 'Ute' })
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/signin?next=${encodeURIComponent(`/app/tracker?id=${data.id}&tab=device`)}`)
  await page.getByLabel('Username or e-mail').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const what = page.getByLabel('What it is')
  await expect.poll(() => what.locator('option').count()).toBe(7)
  await page.getByText('trackers/860000000000011/position').waitFor()
  await expect.poll(() => page.locator('section dd').nth(1).textContent()).toBe(String(network.server.mqtt_port))
  await what.selectOption('gt06')
  // Anyone who knows the number could report for the tracker: the page warns before it is allowed.
  await page.getByText('This tracker may not report by Concox').waitFor()
  await page.getByText('anyone who knows the number can report in its place').waitFor()
  await page.getByRole('button', { name: /^Allow Concox/ }).click()
  await page.getByText(String(network.server.tcp_ports.gt06), { exact: true }).waitFor()
  await page.getByText(/860000000000011: the number that the device sends/).waitFor()
  const listed = (await network.admin.read('tracker', data.id)).data.transports
  expect(listed).toEqual(['mqtt', 'owntracks', 'websocket', 'osmand_token', 'gt06'])
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a phone’s app is set up by the QR code, and its first report arrives', async () => {
  const page = await trackerPage('/app/tracker/edit', phone)
  await page.getByLabel('Device number').fill('farm phone'.replace(' ', '-'))
  await page.getByLabel('Type').selectOption('phone')
  await page.getByLabel('How it is connected').selectOption('traccar')
  await page.getByText('anyone who knows the number can report in its place').waitFor()
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
  await page.getByText('only someone with the token can report for it').waitFor()
  await page.getByRole('button', { name: 'Allow OwnTracks' }).click()
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

  // Shown once: afterwards the codes with the token are gone.
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('What it is').selectOption('owntracks')
  await page.getByText('The token was shown when it was made.').waitFor()
  expect(await page.getByRole('img', { name: 'QR code for OwnTracks' }).count()).toBe(0)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a tracker’s transports are selected on its page, which shows refused ones', async () => {
  const [theirs] = (await network.admin.list('organisation', { search: 'boss' })).data
  const { data } = await network.admin.create('tracker', {
    organisation_id: theirs!.id,
    number: 'chosen',
    transports: ['mqtt', 'gt06'],
  })
  await fetch(`${network.url}/gateway/osmand?id=chosen&lat=1&lon=2`)
  await network.server.gateway.phones!.context.unknown.write()
  const page = await trackerPage(`/app/tracker/edit?id=${data.id}`)
  await page.getByRole('heading', { name: 'Security' }).click()
  const ways = page.getByRole('group', { name: 'How it may report' })
  const listed = async () => (await network.admin.read('tracker', data.id)).data.transports
  await expect.poll(() => ways.getByLabel('MQTT', { exact: true }).isChecked()).toBe(true)
  expect(await ways.getByLabel(/^Teltonika/).isChecked()).toBe(false)
  await ways.getByText('anyone who knows or guesses the number can report in its place').waitFor()
  await ways.getByLabel(/\(gt06\)$/).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The tracker has been saved.').waitFor()
  expect(await listed()).toEqual(['mqtt'])
  const refused = page.getByText('Reports with its number were refused')
  await refused.waitFor()
  await page.getByRole('button', { name: /^Allow Traccar Client/ }).click()
  await expect.poll(listed).toEqual(['mqtt', 'osmand'])
  await expect.poll(() => refused.count()).toBe(0)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('datagrams that are refused are named on the tracker’s page and allowed with one click', async () => {
  const [theirs] = (await network.admin.list('organisation', { search: 'boss' })).data
  const { data } = await network.admin.create('tracker', {
    organisation_id: theirs!.id,
    number: '860000000000009',
    transports: ['gps103'],
  })
  const { unknown } = network.server.gateway.phones!.context
  unknown.note('gps103_udp', '860000000000009', '127.0.0.1')
  await unknown.write()
  const page = await trackerPage(`/app/tracker/edit?id=${data.id}`)
  const refused = page.getByText('Datagrams of this tracker arrive over UDP and are refused.')
  await refused.waitFor()
  await page.getByRole('button', { name: /^Allow UDP/ }).click()
  await expect
    .poll(async () => (await network.admin.read('tracker', data.id)).data.transports)
    .toEqual(['gps103', 'gps103_udp'])
  await expect.poll(() => refused.count()).toBe(0)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('an administrator sets and clears a tracker’s owner', async () => {
  const page = await trackerPage('/app/tracker/edit')
  await page.getByLabel('Device number').fill('owned')
  await page.getByRole('combobox', { name: 'Owner' }).fill('boss')
  await page.getByRole('option', { name: 'boss' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  const owner = page.getByRole('combobox', { name: 'Owner' })
  await expect.poll(() => owner.inputValue()).toBe('boss')
  const owned = async () => (await network.admin.list('tracker', { number: 'owned' })).data[0]!.owner_user_id
  expect(await owned()).not.toBe(null)
  await owner.click()
  await page.getByRole('button', { name: 'Clear: Owner' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The tracker has been saved.').waitFor()
  expect(await owned()).toBe(null)
  expect(page.errors).toEqual([])
  await closePage(page)
})

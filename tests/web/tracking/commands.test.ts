import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, type Network, startTracker } from '../../network.ts'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let bus: number

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  for (const number of ['Bus 1', 'Bus 2'])
    await startTracker(network, number, { name: number }).then((tracker) => tracker.stop())
  bus = (await network.admin.list('tracker', { number: 'Bus 1' })).data[0]!.id
})
afterAll(() => network?.stop())

const given = async () => (await network.admin.list('trackercommand', { sort: 'id' })).data

it('is chosen from what the device takes, with its fields, and is listed until it is withdrawn', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${bus}&tab=commands`)
  await page.getByText('No commands yet.').waitFor()
  await page.getByRole('button', { name: 'Send a command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('Report every …')
  await dialog.getByLabel('Seconds between reports').fill('30')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Seconds between reports: 30').waitFor()
  await page.getByText('until it connects').waitFor()
  expect(await given()).toMatchObject([{ type: 'interval', interval_s: 30, state: 'queued' }])
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByText('No commands yet.').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('to a device that is connected shows its answer while one waits', async () => {
  const van = await startTracker(network, 'Van 3')
  await van.client.subscribeAsync('trackers/Van 3/command', { qos: 1 })
  van.client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(payload.toString())
    void van.client.publishAsync('trackers/Van 3/command/answer', JSON.stringify({ id, text: 'Position sent' }), {
      qos: 1,
    })
  })
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${van.id}&tab=commands`)
  await page.getByRole('button', { name: 'Send a command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('Report the position now')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Position sent').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
  await network.admin.remove('tracker', van.id)
  await van.stop()
})

it('that may stop a vehicle asks for the reason and the password, also as text of one’s own', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${bus}&tab=commands`)
  await page.getByRole('button', { name: 'Send a command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('Text in the device’s own format')
  await dialog.getByLabel('Text').fill('RELAY,1#')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('It may stop a vehicle on the road.').waitFor()
  expect(await given()).toEqual([])
  await dialog.getByLabel('Reason').fill('Stolen this morning')
  await dialog.locator('input[type=password]').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('until it stands still').waitFor()
  expect(await given()).toMatchObject([{ dangerous: true, why: 'Stolen this morning' }])
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('to several is checked first, and stopped for all', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/trackers')
  await page.getByText('Bus 2').first().waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Send a command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('Report every …')
  await dialog.getByLabel('Seconds between reports').fill('60')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('2 trackers take it.').waitFor()
  await dialog.getByRole('button', { name: 'Send to 2' }).click()
  await page.getByText('The command is queued for 2 trackers.').waitFor()
  await page.goto(`${network.url}/app/commands?type=interval`)
  await page.getByText('Seconds between reports: 60').first().waitFor()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Stop what still waits' }).click()
  await page.getByText('2 stopped.').waitFor()
  await expect.poll(async () => (await given()).map(({ state }) => state)).toEqual(['queued', 'failed', 'failed'])
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('is saved with a name and its days of the week, changed in the list, and chosen again', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${bus}&tab=commands`)
  await page.getByRole('button', { name: 'Send a command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('Report every …')
  await dialog.getByLabel('Seconds between reports').fill('45')
  await dialog.getByLabel('Save as').fill('Often')
  await dialog.getByLabel('Give it on days of the week').check()
  await dialog.getByText('Sun', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The command is saved.').waitFor()
  await page.goto(`${network.url}/app/savedcommands`)
  await page.getByText('Seconds between reports: 45').waitFor()
  await page.getByRole('button', { name: 'Actions for Often' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Often, weekly')
  await page.getByRole('dialog').getByText('Sun', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Often, weekly').waitFor()
  const [saved] = (await network.admin.list('savedcommand', {})).data
  expect(saved).toMatchObject({ weekdays: [1, 2, 3, 4, 5], at: '06:00', fields: { interval_s: 45 }, tracker_id: bus })
  await page.goto(`${network.url}/app/tracker?id=${bus}&tab=commands`)
  await page.getByRole('button', { name: 'Send a command' }).click()
  await dialog.getByLabel('Saved command').selectOption({ index: 1 })
  expect(await dialog.getByLabel('Seconds between reports').inputValue()).toBe('45')
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('another device takes the place of the one before in a dialog, and its token is shown', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/tracker?id=${bus}&tab=device`)
  await page.getByRole('button', { name: 'Replace the device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number of the new device').fill('Bus 1 new')
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Bus 1 new').first().waitFor()
  const { data } = await network.admin.read('tracker', bus)
  expect(data).toMatchObject({ name: 'Bus 1', number: 'Bus 1 new' })
  expect(page.errors).toEqual([])
  await closePage(page)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startTracker } from '../../network.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let dispatcher: Person

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  dispatcher = await makePerson(network, 'dana', 1, 'Staff')
  for (const number of ['Bus 10', 'Bus 2', 'Ute 1'])
    await startTracker(network, number, { name: number }).then((tracker) => tracker.stop())
})
afterAll(() => network?.stop())

it('is made, given to a tracker and to a colleague, who sees nothing else', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/trackergroups')
  await page.getByText('No groups yet.').waitFor()
  for (const [name, parent] of [
    ['North', null],
    ['Whangārei', 'North'],
  ] as const) {
    await page.goto(`${network.url}/app/trackergroup`)
    await page.getByLabel('Name').fill(name)
    if (parent) {
      await page.getByRole('combobox', { name: 'Within' }).click()
      await page.getByRole('option', { name: parent }).click()
    }
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/trackergroup\?id=/)
  }
  await page.goto(`${network.url}/app/trackers`)
  await page.getByText('Bus 2').first().waitFor()
  const { data } = await network.admin.list('tracker', { number: 'Bus 2' })
  await page.goto(`${network.url}/app/tracker/edit?id=${data[0]!.id}`)
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'North / Whangārei' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await network.admin.read('tracker', data[0]!.id)).data.group_name).toBe('Whangārei')

  await page.goto(`${network.url}/app/user/admin?id=${dispatcher.id}`)
  await page.getByLabel('Only the trackers of some groups').check()
  await page.getByRole('combobox', { name: 'Groups, with all below them' }).click()
  await page.getByRole('option', { name: 'North', exact: true }).click()
  await expect
    .poll(async () => (await network.admin.list('membership', { user_id: dispatcher.id })).data[0]!.group_ids?.length)
    .toBe(1)
  expect((await dispatcher.client.list('tracker')).data.map(({ name }) => name)).toEqual(['Bus 2'])
  await page.goto(`${network.url}/app/trackers?group=1`)
  await page.getByText('1–1 of 1').waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it.each([
  ['desk', desk],
  ['phone', phone],
])('are listed with what is above them, on a %s', async (_name, size) => {
  const page = await openPage(browser, size)
  await signInOn(page, network, '/app/trackergroups')
  await page.getByText('North / Whangārei').waitFor()
  await page.goto(`${network.url}/app/trackergroup?id=2`)
  await page.getByRole('button', { name: 'Delete' }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a profile of movement is made with values of its own, and chosen for a tracker', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/trackergroups')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Profiles of movement' }).click()
  await page.getByText('No profiles yet').waitFor()
  await page.getByRole('link', { name: 'New profile' }).first().click()
  await page.getByLabel('Name').fill('Excavators')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('plant')
  await page.getByLabel('Idling is at least').fill('900')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/movementprofile\?id=/)
  const { data } = await network.admin.list('movementprofile', { organisation_id: 1 })
  expect(data).toMatchObject([{ name: 'Excavators', kind: 'plant', settings: { idle_min_s: 900 } }])
  await page.getByLabel('Idling is at least').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await network.admin.read('movementprofile', data[0]!.id)).data.settings).toEqual({})

  const { data: utes } = await network.admin.list('tracker', { number: 'Ute 1' })
  await page.goto(`${network.url}/app/tracker/edit?id=${utes[0]!.id}`)
  await page.getByRole('group', { name: 'Alert sensitivity' }).getByText('Alert sensitivity').click()
  await page.getByRole('combobox', { name: 'Profile of movement' }).click()
  await page.getByRole('option', { name: 'Excavators' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const chosen = async () => (await network.admin.read('tracker', utes[0]!.id)).data.movement_profile_id
  await expect.poll(chosen).toBe(data[0]!.id)
  expect(page.errors).toEqual([])
  await closePage(page)
})

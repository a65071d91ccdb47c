import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, type Network, startTracker } from '../network.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from './browser.ts'
import { chooseInMenu, openFilters, openMenu } from './list_line.ts'
import { register } from './people.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  for (let i = 0; i < 60; i++) {
    const number = String(860_000_000_000 + i)
    await network.admin.create('tracker', { number, name: `Truck ${String(i).padStart(2, '0')}` })
  }
})
afterAll(async () => {
  await network?.stop()
})

const signedIn = async (size: typeof desk, path: string) => {
  const page = await openPage(browser, size)
  await signInOn(page, network, path)
  await page.waitForURL(`${network.url}${path}`)
  return page
}

describe.each([
  ['desk', desk],
  ['phone', phone],
])('the list of trackers on a %s', (_name, size) => {
  it('is searched and paged by the server, with its state in the address', async () => {
    const page = await signedIn(size, '/app/trackers')
    await page.getByText('1–50 of 60').waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('51–60 of 60').waitFor()
    await page.waitForURL(/\?page=2$/)
    await page.getByRole('searchbox', { name: 'Search' }).fill('truck 07')
    await page.getByText('1–1 of 1').waitFor()
    await page.waitForURL(/\?search=truck\+07$/)
    await page.reload()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such thing')
    await page.getByText('Nothing matches “no such thing”.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().click()
    await page.getByText('1–50 of 60').waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('opens a tracker, whose form validates fields and sends only changes', async () => {
    const page = await signedIn(size, '/app/trackers?search=Truck+03')
    await page.getByRole('link', { name: 'Truck 03' }).click()
    await page.getByRole('heading', { name: 'Truck 03' }).waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Tracking interval (s)').fill('90000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Number too high: at most 86400.').waitFor()
    expect(await page.getByLabel('Tracking interval (s)').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    // A folded group opens where a field of it is wrong.
    const confirmations = page.getByLabel('Reports outside before an alert')
    expect(await confirmations.isVisible()).toBe(false)
    await page.getByRole('heading', { name: 'Alert sensitivity' }).click()
    await confirmations.fill('0')
    await page.getByRole('heading', { name: 'Alert sensitivity' }).click()
    await confirmations.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Number too low: at least 1.').waitFor()
    await confirmations.fill('1')
    await page.getByLabel('Tracking interval (s)').fill('120')
    await page.getByLabel('Device number').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Number too short').waitFor()
    await page.getByLabel('Device number').fill('860000000004') // another's
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This number is taken.').waitFor()
    await page.getByLabel('Device number').fill('860000000003')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The tracker has been saved.').waitFor()
    const { data } = await network.admin.list('tracker', { number: '860000000003' })
    expect(data[0]).toMatchObject({ name: 'Truck 03', interval_s: 120, interval_charging_s: 30 })
    await network.admin.update('tracker', { id: data[0]!.id, interval_s: 60 })
    expect(page.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
    await closePage(page)
  })
})

describe('the list', () => {
  it('is sorted by a click on a heading, and reversed by another', async () => {
    const page = await signedIn(desk, '/app/trackers')
    const first = page.locator('tbody tr').first()
    await expect.poll(() => first.textContent()).toContain('Truck 00')
    await page.getByRole('button', { name: 'Device name' }).click()
    await expect.poll(() => first.textContent()).toContain('Truck 59')
    await openMenu(page)
    await page.getByRole('menuitemcheckbox', { name: 'Device number' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Device number' }).click()
    await expect.poll(() => first.textContent()).toContain('Truck 00')
    await page.waitForURL(/sort=number$/)
    await closePage(page)
  })

  it('shows what is known of each tracker, and filters by it in the address', async () => {
    const truck = await startTracker(network, 'reporting', { name: 'Reporting truck' })
    await truck.report({ lat: -36.8485, lon: 174.7633, speed: 12.5, battery: 9 })
    const page = await signedIn(desk, '/app/trackers?status=unknown')
    const row = page.getByRole('row', { name: /Reporting truck/ })
    await expect.poll(() => row.textContent()).toMatch(/No boundary.*Auckland/)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByText('Status: No boundary').waitFor()
    await openFilters(page, desk)
    await page.getByLabel('Status', { exact: true }).selectOption('Never reported')
    await page.getByText('1–50 of 60').waitFor()
    await page.getByLabel('Battery').selectOption('Below 20 %')
    await page.getByText('No tracker matches.').waitFor()
    await page.waitForURL(/\?status=never&battery=20$/)
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('1–50 of 61').waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
    await truck.stop()
    await network.admin.remove('tracker', truck.id)
  })

  it('remembers the selected columns, and shows none that is empty until then', async () => {
    const page = await signedIn(desk, '/app/trackers')
    await page.getByText('1–50 of 60').waitFor()
    expect(await page.getByRole('columnheader', { name: 'Speed' }).count()).toBe(0)
    await openMenu(page)
    await page.getByRole('menuitemcheckbox', { name: 'Interval when charging (s)' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Status' }).click()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Interval when charging (s)' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
    await closePage(page)
  })

  it('is exported as CSV: all matches, not only the page', async () => {
    const page = await signedIn(desk, '/app/trackers')
    await page.getByText('1–50 of 60').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), chooseInMenu(page, 'CSV')])
    expect(download.suggestedFilename()).toBe('trackers.csv')
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines).toHaveLength(61)
    expect(lines[0]).toMatch(/^id,organisation_id,number,name/)
    await closePage(page)
  })

  it('applies an action to several rows, with confirmation when it cannot be undone', async () => {
    for (const name of ['Spare 1', 'Spare 2'])
      await network.admin.create('tracker', { number: name.replace(' ', '-'), name })
    const page = await signedIn(desk, '/app/trackers?search=Spare')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Done for 2.').first().waitFor()
    const spare = async () => (await network.admin.list('tracker', { search: 'Spare' })).data
    expect((await spare()).map(({ active }) => active)).toEqual([false, false])
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Delete 2? This cannot be undone.').waitFor()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Nothing matches “Spare”.').waitFor()
    expect(await spare()).toEqual([])
    await closePage(page)
  })

  it('shows its last page when the page in the address does not exist', async () => {
    for (const [asked, shown] of [
      ['?page=3', '51–60 of 60'],
      ['?page=99999', '51–60 of 60'],
      ['?search=Truck+07&page=2', '1–1 of 1'],
    ]) {
      const page = await signedIn(desk, `/app/trackers${asked}`)
      await page.getByText(shown!).waitFor()
      expect(page.errors).toEqual([])
      await closePage(page)
    }
  })

  it('shows an error when it cannot be loaded, and retries', async () => {
    const page = await signedIn(desk, '/app/trackers')
    await page.getByText('1–50 of 60').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Device name' }).click()
    await page.getByText('The list could not be loaded.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1–50 of 60').waitFor()
    await closePage(page)
  })
})

it('a new tracker shows its token once, and a device connects with it', async () => {
  const page = await signedIn(desk, '/app/trackers')
  await page.getByRole('link', { name: 'New tracker' }).click()
  await page.getByLabel('Device number').fill('new-device')
  await page.getByLabel('Device name').fill('New Device')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Connect the device' }).waitFor()
  await page.getByText('trackers/new-device/position', { exact: true }).waitFor()
  const token = (await page.locator('dd').nth(3).textContent())!.trim()
  const device = await connectDevice(network, 'new-device', token)
  await device.endAsync()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'New Device', exact: true }).waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a concurrent change of a tracker, a user or an organisation is not overwritten', async () => {
  const tracker = (await network.admin.create('tracker', { number: 'shared', name: 'Shared' })).data
  const user = (await network.admin.create('user', { username: 'shared', email: 'shared@example.com' })).data
  const organisation = (await network.admin.create('organisation', { name: 'Shared' })).data
  const page = await signedIn(desk, `/app/tracker/edit?id=${tracker.id}`)
  const change = async (label: string, changeByAnother: () => Promise<unknown>) => {
    await page.getByLabel(label, { exact: true }).fill('Mine')
    await changeByAnother()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This has been changed in the meantime. Please reload.').waitFor()
  }
  await change('Device name', () => network.admin.update('tracker', { id: tracker.id, name: 'Theirs' }))
  await page.goto(`${network.url}/app/user/admin?id=${user.id}&tab=details`)
  await change('City', () => network.admin.update('user', { id: user.id, city: 'Theirs' }))
  await page.goto(`${network.url}/app/organisation/admin?id=${organisation.id}`)
  await change('Contact person', () => network.admin.update('organisation', { id: organisation.id, contact: 'Theirs' }))
  expect((await network.admin.read('user', user.id)).data.city).toBe('Theirs')
  expect((await network.admin.read('organisation', organisation.id)).data.contact).toBe('Theirs')
  await closePage(page)
})

it('administrators invite people, give them roles and end their membership', async () => {
  const page = await signedIn(desk, '/app/users/admin')
  await page.getByRole('cell', { name: 'admin@example.com', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').fill('wiremu@example.com')
  await page.getByRole('dialog').getByLabel('Role').selectOption('Staff')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  // No mail is sent here, so there is a link to hand over.
  await page.getByText(/\/app\/invitation\?token=/).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Invitations' }).click()
  await page.getByRole('cell', { name: 'wiremu@example.com', exact: true }).waitFor()

  await register(network, 'wiremu')
  await page.getByRole('tab', { name: 'Members' }).click()
  const row = page.getByRole('row', { name: /wiremu/ })
  await row.getByText('Staff').waitFor()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Make Customer' }).click()
  await row.getByText('Customer').waitFor()
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await row.getByText('wiremu@example.com').waitFor()
  await page.getByRole('tab', { name: 'Members' }).click()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'End the membership' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => row.count()).toBe(0)

  // The last administrator cannot be removed, and the server says why.
  await page
    .getByRole('row', { name: /admin@example.com/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Make Staff' }).click()
  await page.getByText('An organisation keeps at least one Administrator.').waitFor()
  expect(page.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  await closePage(page)
})

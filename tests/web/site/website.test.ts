import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { closePage, openNewPage, openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { closeAll, enter, fillSignIn, openAs, PASSWORD } from '../people.ts'

const icon = 'https://cdn.example.com/icon.png'
const script = 'https://stats.example.com/js/script.js'

let network: Network
let browser: Browser
let organisation_id: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Harbour Watch' })).data.id
  await enter(network, 'mere', organisation_id, 'Administrator')
  await enter(network, 'tama', organisation_id, 'Staff')
})
afterAll(() => network?.stop())

/** Answers for the hosts of the icon and the script. @returns the addresses that are requested there */
async function watch(page: TestPage): Promise<string[]> {
  const requested: string[] = []
  await page.route(/https:\/\/(cdn|stats)\.example\.com\//, async (route) => {
    requested.push(route.request().url())
    const body = 'window.counted = (window.counted ?? 0) + 1'
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  return requested
}

it('shows the website’s icon, and loads analytics while nobody is signed in, unless people ask not to be tracked', async () => {
  const page = await openPage(browser)
  const requested = await watch(page)
  await page.goto(`${network.url}/app/contact`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('#analytics').count()).toBe(0)

  // Away from the page: it may still read the settings, and what it was served with allows neither.
  await page.goto(`${network.url}/favicon.svg`)
  await network.admin.call('POST', 'website', { favicon_url: icon, analytics_key: script })
  await page.goto(`${network.url}/app/contact`)
  await expect.poll(() => page.evaluate('window.counted')).toBe(1)
  expect(requested).toContain(script)
  await expect.poll(() => page.locator('link[rel=icon]').getAttribute('href')).toBe(icon)

  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, 'mere', PASSWORD)
  await page.waitForURL(/\/app\/home$/)
  await page.getByRole('heading', { level: 1, name: 'Harbour Watch' }).waitFor()
  await expect.poll(() => page.evaluate('window.counted')).toBe(undefined)
  expect(await page.locator('#analytics').count()).toBe(0)
  // Such an address is a secret.
  await page.goto(`${network.url}/app/signout`)
  await expect.poll(() => page.evaluate('window.counted')).toBe(1)
  requested.length = 0
  await page.goto(`${network.url}/app/password/token?token=secret`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(requested.filter((url) => url === script)).toEqual([])
  expect(page.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  await closePage(page)

  const untracked = await openNewPage(browser)
  await untracked.addInitScript("Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })")
  const fetched = await watch(untracked)
  await untracked.goto(`${network.url}/app/contact`)
  await expect.poll(() => untracked.locator('link[rel=icon]').getAttribute('href')).toBe(icon)
  expect(fetched.filter((url) => url === script)).toEqual([])
  await closePage(untracked)
  await network.admin.call('POST', 'website', { favicon_url: null, analytics_key: null })
})

it('carries a ribbon on the pages of a developer, and says what they are in the menu of the person', async () => {
  const { data } = await network.admin.list('user', { search: 'tama' })
  await network.admin.call('POST', 'user/role', { id: data[0]!.id, developer: true })
  const page = await openAs(browser, network, 'tama', '/app/home')
  await page.getByText('For testing').waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByText('Staff', { exact: true }).waitFor()
  const other = await openAs(browser, network, 'mere', '/app/settings?tab=profile')
  expect(await other.getByText('For testing').count()).toBe(0)
  await closeAll(page, other)
})

it('takes every field of a profile, dates as a person prefers them, and shows what they may do', async () => {
  const page = await openAs(browser, network, 'mere', '/app/settings?tab=profile')
  await page.getByLabel('Middle name').fill('Aroha')
  await page.getByLabel('Home phone').fill('09 123 4567')
  await page.getByText('About you').click()
  await page.getByLabel('Date of birth').fill('1990-02-28')
  await page.getByLabel('Older than 13').selectOption('Yes')
  await page.getByText('Where signing in and out lead to').click()
  await page.getByLabel('Page after signing in').fill('/app/trackers')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The profile has been saved.').waitFor()
  const { data } = await network.admin.list('user', { search: 'mere' })
  expect(data[0]).toMatchObject({
    middlename: 'Aroha',
    dob: '1990-02-28',
    age_gt13: true,
    post_login_url: '/app/trackers',
  })

  await page.getByRole('link', { name: 'What you may see and change' }).click()
  await page.getByRole('heading', { level: 1, name: 'Permissions' }).waitFor()
  const rows = page.getByRole('row')
  await expect.poll(() => rows.filter({ hasText: /^Trackers/ }).textContent()).toBe('TrackersAllAll')
  expect(await rows.filter({ hasText: /^Unknown devices/ }).count()).toBe(0)
  await page.getByText(/^Yours\./).waitFor()

  await page.goto(`${network.url}/app/settings`)
  await page.getByLabel('Dates').selectOption('numeric')
  await page.getByText('The settings have been saved.').waitFor()
  await page.goto(`${network.url}/app/users/admin`)
  await page
    .getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
    .first()
    .waitFor()
  await closeAll(page)
})

it('brings a deleted account back', async () => {
  const page = await openAs(browser, network, 'mere', '/app/users/admin?tab=deleted')
  await enter(network, 'leaver', organisation_id, 'User')
  const { data } = await network.admin.list('user', { search: 'leaver' })
  await network.admin.remove('user', data[0]!.id)
  await page.reload()
  await page.getByLabel('Select leaver').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('No account has been deleted in the last 30 days.').waitFor()
  expect((await network.admin.read('user', data[0]!.id)).data.deleted).toBe(false)
  await closeAll(page)
})

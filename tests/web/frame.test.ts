import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite } from './browser.ts'
import { guest, member, PASSWORD, signInAs } from './people.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await member(network, 'user', 'User')
  await member(network, 'boss', 'Administrator')
})
afterAll(async () => {
  await network?.stop()
})

const open: [string, string][] = [
  ['/app', 'Ringfence'],
  ['/app/', 'Ringfence'],
  ['/static/', 'Ringfence'],
  ['/app/contact', 'Contact'],
  ['/app/about', 'About'],
  ['/app/help', 'Help'],
  ['/app/privacy', 'Privacy'],
  ['/app/terms', 'Terms'],
  ['/app/forbidden', 'You may not see this page'],
  ['/app/settings', 'Settings'],
  ['/app/register', 'Register'],
  ['/app/register/email', 'Read your mail'],
  ['/app/register/thanks', 'Welcome'],
  ['/app/password/reset', 'Forgotten password'],
  ['/app/password/email', 'Read your mail'],
  ['/app/password/thanks', 'Password changed'],
  ['/app/email/token', 'Confirm your new address'],
  ['/app/invitation', 'Invitation'],
  ['/404', "page not found: we're sorry, we couldn't find the page you requested"],
]

describe.each([
  ['desk', desk],
  ['phone', phone],
])('on a %s', (_name, size) => {
  it('a guest sees every public page without errors or horizontal scrolling', async () => {
    const page = await openPage(browser, size)
    for (const [path, heading] of open) {
      await page.goto(`${network.url}${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await overflow(page), path).toBe(0)
      expect(await page.getByRole('main').count(), path).toBe(1)
    }
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('each kind of user has their menu', async () => {
    const menus: [string | null, string[]][] = [
      [null, ['Home', 'Contact', 'Sign in', 'Register']],
      ['user', ['Home', 'Map', 'Trackers', 'Contact', 'Settings']],
      ['boss', ['My Home', 'Map', 'My Trackers', 'All Users', 'My Settings']],
    ]
    for (const [username, lines] of menus) {
      const page = await openPage(browser, size)
      if (username) await signInAs(page, network, username, '/app/about')
      else await page.goto(`${network.url}/app/about`)
      await page.getByRole('heading', { name: 'About' }).waitFor()
      if (size === phone) await page.getByRole('button', { name: 'Menu' }).click()
      const shown = await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').allTextContents()
      // Further menu items come between these.
      expect(shown.filter((line) => lines.includes(line))).toEqual(lines)
      await closePage(page)
    }
  })
})

describe('a page that the visitor may not see', () => {
  it.each([
    ['a guest', null, '/app/trackers?search=ute', /\/app\/signin\?next=%2Fapp%2Ftrackers%3Fsearch%3Dute$/],
    ['a guest', null, '/app/users/admin', /\/app\/signin\?next=%2Fapp%2Fusers%2Fadmin$/],
    ['a user', 'user', '/app/users/admin', /\/app\/forbidden$/],
    ['a user', 'user', '/app/trackers', /\/app\/trackers$/],
    ['an administrator', 'boss', '/app/users/admin', /\/app\/users\/admin$/],
  ])('sends %s (%s) from %s to %s', async (_kind, username, path, lands) => {
    const page = await openPage(browser)
    if (username) {
      await signInAs(page, network, username, '/app/about')
    }
    await page.goto(`${network.url}${path}`)
    await page.waitForURL(lands)
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('is shown after signing in, with its query', async () => {
    const page = await openPage(browser)
    await signInAs(page, network, 'user', '/app/trackers?search=ute')
    await page.waitForURL(/\/app\/trackers\?search=ute$/)
    await closePage(page)
  })
})

it('a session ended by the server redirects to sign-in at the next request', async () => {
  const page = await openPage(browser)
  await signInAs(page, network, 'user', '/app/trackers')
  await page.getByRole('heading', { name: 'Trackers' }).waitFor()
  await page.waitForLoadState('networkidle')
  const { id } = await network.db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'user')
    .executeTakeFirstOrThrow()
  await network.db.deleteFrom('session').where('user_id', '=', id).execute()
  await page.getByRole('searchbox').fill('anything')
  await page.waitForURL(/\/app\/signin\?next=/)
  await closePage(page)
})

it('an unknown path redirects to /404, and a new page starts at its top', async () => {
  const page = await openPage(browser, phone)
  await page.goto(`${network.url}/no/such/page`)
  await page.waitForURL(/\/404$/)
  await page.goto(`${network.url}/app/help`)
  await page.getByRole('heading', { name: 'Mails' }).waitFor()
  await page.locator('#page').evaluate((element) => element.scrollTo(0, 300))
  await page.getByRole('link', { name: 'Terms' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  expect(await page.locator('#page').evaluate((element) => element.scrollTop)).toBe(0)
  await closePage(page)
})

it('theme and language are set under Settings and persist', async () => {
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/settings`)
  await page.getByText('Dark', { exact: true }).click()
  await page.getByLabel('Language').selectOption('mi')
  await page.getByRole('heading', { name: 'Tautuhinga' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Tautuhinga' }).waitFor()
  await page.getByRole('link', { name: 'Takiuru' }).first().waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('mi')
  await closePage(page)
})

it('units and time zone follow the user to every browser', async () => {
  const choosing = await openPage(browser)
  await signInAs(choosing, network, 'user', '/app/settings')
  await choosing.getByLabel('Units').selectOption('nautical')
  await choosing.getByText('The settings have been saved.').first().waitFor()
  await choosing.getByRole('combobox', { name: 'Timezone' }).fill('Chatham')
  // The message about the units may still be shown, so it says nothing about this one.
  const saved = choosing.waitForResponse((response) => response.url().endsWith('/userconfig/save'))
  await choosing.getByRole('option', { name: 'Pacific/Chatham' }).click()
  expect((await saved).ok()).toBe(true)
  await closePage(choosing)

  const later = await openPage(browser, phone)
  await signInAs(later, network, 'user', '/app/settings')
  await expect.poll(() => later.getByLabel('Units').inputValue()).toBe('nautical')
  await expect.poll(() => later.getByRole('combobox', { name: 'Timezone' }).inputValue()).toBe('Pacific/Chatham')
  expect(later.errors).toEqual([])
  await closePage(later)
})

it('announces a new version of the server', async () => {
  const page = await openPage(browser)
  // Simulates a server that was updated after the page was loaded.
  await page.route('**/api/v1/options', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, app_version: '99.0.0' } } })
  })
  await page.goto(`${network.url}/app/about`)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(await page.getByText('New version available. Please click reload to update.').count()).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('New version available. Please click reload to update.').waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  // There may have been one more request.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await closePage(page)
})

it('impersonation is shown until signing out', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/about')
  await page.getByRole('heading', { name: 'About' }).waitFor()
  const { data } = await network.admin.list('user', { search: 'boss' })
  const token = await page.evaluate(() => localStorage.getItem('ringfence.token'))
  const acting = await guest(network, token).post('user/impersonate', { id: data[0]!.id })
  await page.evaluate((made) => localStorage.setItem('ringfence.token', made), acting.data.token)
  await page.reload()
  await page.getByText('You are acting as boss. Sign out to stop.').waitFor()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByLabel('Username or e-mail').waitFor()
  await closePage(page)
})

async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelector('#page')!.scrollWidth - document.querySelector('#page')!.clientWidth,
  )
}

it('headings of the menu fold, which is remembered, and Ctrl+K goes to pages and rows', async () => {
  const { client } = guest(network)
  const { data } = await client.call('POST', 'user/signin', { username: 'boss', password: PASSWORD })
  await guest(network, data.token).client.create('tracker', { number: 'ute-7', name: 'Ute 7' })
  const page = await openPage(browser)
  await signInAs(page, network, 'boss', '/app/about')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Tracking' }).click()
  await menu.getByRole('link', { name: 'My Trackers' }).waitFor({ state: 'hidden' })
  await page.reload()
  await menu.getByRole('button', { name: 'Tracking', expanded: false }).waitFor()

  await page.getByRole('button', { name: 'Find anything' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything' })
  await field.fill('hist')
  await page.getByRole('option', { name: 'My History', selected: true }).waitFor()
  await field.fill('ute')
  await page.getByRole('option', { name: 'Ute 7' }).waitFor()
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await page.getByRole('option', { selected: true }).getAttribute('id'),
  )
  await field.press('Enter')
  await page.waitForURL(/\/app\/map\?tracker=\d+$/)
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(page.errors).toEqual([])
  await closePage(page)
})

import { type TOTP, URI } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { guest } from '../../people/accounts.people.ts'
import { openPage, startBrowser, startSite } from '../browser.ts'
import { closeAll, member, openAs, PASSWORD, signInAs } from '../people.ts'
import { readQr } from '../qr.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
})

it('a second factor required by an organisation is set up first, then the requested page follows', async () => {
  await member(network, 'manager', 'Administrator')
  await guest(network)
    .post('user/signin', { username: 'manager', password: 'not the password' })
    .catch(() => {})
  const page = await openAs(browser, network, 'manager', '/app/organisation/admin')
  await page.getByLabel('Every member needs a second factor to sign in').check()
  await page.getByText('Users without one, including you, must set it up').waitFor()
  await page.getByRole('button', { name: 'Apply' }).first().click()

  // The manager has none, so the page redirects immediately.
  await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
  await page.goto(`${network.url}/app/trackers`)
  await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const totp = URI.parse(await readQr(page.getByRole('img', { name: 'QR code for the authenticator app' }))) as TOTP
  await page.getByLabel('Code of the app').fill(totp.generate())
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByText('Recovery codes', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('heading', { level: 1, name: 'Trackers' }).waitFor()

  // The organisation's audit log shows the changes.
  await page.goto(`${network.url}/app/organisation/admin?tab=log`)
  const log = page.getByRole('table')
  for (const sentence of [
    'Signed in',
    'Sign-in failed',
    'Second factor switched on',
    'Settings of the organisation: saved',
  ]) {
    await log.getByText(sentence, { exact: true }).first().waitFor()
  }
  await log.getByText('wrong password').waitFor()
  await closeAll(page)
})

it('a user who is signed in when it becomes required is redirected from any page', async () => {
  await member(network, 'surprised', 'User')
  const page = await openAs(browser, network, 'surprised', '/app/trackers')
  await page.getByRole('heading', { level: 1, name: 'Trackers' }).waitFor()
  await network.admin.call('POST', 'website', { second_factor_required: true })
  try {
    await page.getByRole('link', { name: 'History' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await page.goto(`${network.url}/app/settings`)
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect.poll(() => page.url()).not.toContain('/app/settings')
    const other = await openPage(browser)
    await signInAs(other, network, 'surprised', '/app/home')
    await other.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await closeAll(page, other)
  } finally {
    await network.db.updateTable('website').set({ second_factor_required: false }).execute()
  }
})

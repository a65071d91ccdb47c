import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../scripts/postgres.ts'
import type { Network } from '../../network.ts'
import { CLIENT, type IdentityServer, startIdentityServer } from '../../people/providers/identity_server.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { closePage, openPage, phone, signInOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let server: IdentityServer
let acme: Organisation
let browser: Browser
beforeAll(async () => {
  const HTTP_PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${HTTP_PORT}`
  network = await startSite({ HTTP_PORT, PUBLIC_URL, WEBHOOK_PRIVATE: 'on' })
  server = await startIdentityServer(PUBLIC_URL)
  acme = await makeOrganisation(network, 'Acme')
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
  await server?.stop()
})

it('an administrator sets the provider up, and a member signs in through it', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/organisation/admin?id=${acme.id}&tab=signin`)
  await page.getByText(`${network.url}/app/signin/provider`).waitFor()
  await page.getByRole('button', { name: 'New provider' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme login')
  await page.getByLabel('Issuer').fill(server.issuer)
  await page.getByLabel('Client ID').fill(CLIENT.client_id)
  await page.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT.secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Acme login').first().waitFor()
  await page.getByLabel('Domain', { exact: true }).fill('example.com')
  await page.getByRole('button', { name: 'Add the domain' }).click()
  await page.getByText('Not verified yet').waitFor()
  const domains = await network.admin.list('emaildomain', { organisation_id: acme.id })
  await network.admin.act('POST emaildomain/verify', { id: domains.data[0]!.id, without_record: true })
  expect(page.errors).toEqual([])
  await closePage(page)

  server.people.mere = { email: 'acme-user@example.com', email_verified: true }
  server.who = 'mere'
  const guest = await openPage(browser, phone)
  await guest.goto(`${network.url}/app/signin?next=${encodeURIComponent('/app/settings?tab=signin')}`)
  await guest.getByRole('button', { name: 'Sign in with your organisation' }).click()
  await guest.getByLabel('Your e-mail address at work').fill('acme-user@example.com')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await guest.getByText('Signing in elsewhere').waitFor()
  await guest.getByText('Acme login', { exact: true }).first().waitFor()
  expect(new URL(guest.url()).search).toBe('?tab=signin')
  expect(guest.errors).toEqual([])
  await guest.goto(`${network.url}/app/signin/provider?state=made-up&code=x`)
  await guest.getByText('This answer belongs to no sign-in that this browser has begun.').waitFor()
  await closePage(guest)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { phone, startBrowser, startSite } from '../browser.ts'
import { closeAll, enter, openAs } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  const { data } = await network.admin.create('organisation', { name: 'Freight' })
  organisation_id = data.id
  for (const [username, role_name] of [
    ['boss', 'Administrator'],
    ['hana', 'User'],
  ] as const) {
    await enter(network, username, organisation_id, role_name)
  }
  const bounced_at = new Date().toISOString()
  for (const address of ['gone@example.com', 'hana@example.com']) {
    await network.db
      .insertInto('recipient')
      .values({ organisation_id, channel: 'email', address, bounced_at })
      .execute()
  }
})
afterAll(async () => {
  await network?.stop()
})

const gone = 'E-mails to gone@example.com have bounced before.'

it('a bounced address is warned about while typing, until it is corrected', async () => {
  const page = await openAs(browser, network, 'hana', '/app/settings?tab=alerts', phone)
  const field = page.getByLabel('Who else gets the e-mails').first()
  await field.fill('new@example.com, gone@example')
  await field.fill('new@example.com, gone@example.com')
  await page.getByRole('status').getByText(gone).waitFor()
  await field.fill('new@example.com')
  await page.getByText(gone).waitFor({ state: 'detached' })
  const second = page.getByLabel('E-mail addresses of the second list')
  await second.fill('Gone@Example.com')
  await page.getByText(gone).waitFor()
  expect((await network.admin.list('userconfig', { organisation_id })).data).toEqual([])
  await closeAll(page)
})

it('administrators see warnings for the organisation’s lists and for recipients of a message', async () => {
  const page = await openAs(browser, network, 'boss', '/app/organisation/admin?tab=alerts')
  await page.getByLabel('Who gets the e-mails').fill('gone@example.com')
  await page.getByRole('status').getByText(gone).waitFor()

  await page.goto(`${network.url}/app/message`)
  await page
    .getByRole('combobox', { name: 'To', exact: true })
    .or(page.getByLabel('To', { exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: /hana/ }).click()
  await page.getByText('E-mails to hana@example.com have bounced before.').waitFor()
  await closeAll(page)
})

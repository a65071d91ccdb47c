import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, type Network } from '../../network.ts'
import { phone, startBrowser, startSite } from '../browser.ts'
import { closeAll, enter, openAs } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Freight' })).data.id
  for (const [username, role_name] of [
    ['boss', 'Administrator'],
    ['hana', 'User'],
  ] as const) {
    await enter(network, username, organisation_id, role_name)
  }
})
afterAll(async () => {
  await network?.stop()
})

const outbox = async (recipient: string) =>
  (await network.db.selectFrom('outbox_mail').select('text').where('recipient', '=', recipient).execute()).map(
    ({ text }) => text,
  )

it('another address needs consent, given by a link without signing in', async () => {
  const page = await openAs(browser, network, 'hana', '/app/settings?tab=alerts', phone)
  await page.getByLabel('Who else gets the e-mails').first().fill('mate@example.com')
  await page.getByText('When you save, mate@example.com is asked whether it wants these messages.').waitFor()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('mate@example.com gets messages once its reader has agreed.').waitFor()
  await page.reload()
  await page.getByText('mate@example.com: waiting for confirmation.').waitFor()
  expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0)

  const later = sql<string>`now() - interval '25 hours'`
  await network.db.updateTable('recipient').set({ asked_at: later }).execute()
  await network.db.updateTable('address_confirmation').set({ asked_at: later }).execute()
  await page.reload()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByText('mate@example.com is asked again.').waitFor()
  await expect.poll(async () => (await outbox('mate@example.com')).length).toBe(2)

  const link = /\/app\/confirm\?token=\S+/.exec((await outbox('mate@example.com'))[0]!)![0]
  const reader = await browser.newPage()
  await reader.goto(network.url + link)
  await reader.getByText('Freight wants to send messages to mate@example.com').waitFor()
  await reader.getByRole('button', { name: 'Yes, send them' }).click()
  await reader.getByText('mate@example.com gets messages of Freight from now on.').waitFor()
  await reader.close()
  await page.reload()
  await page.getByLabel('Who else gets the e-mails').first().waitFor()
  await page.getByText('waiting for confirmation').waitFor({ state: 'detached' })
  await closeAll(page)
})

it('a user verifies their own number in the profile', async () => {
  const page = await openAs(browser, network, 'hana', '/app/profile/edit', phone)
  await page.getByLabel('Mobile phone').fill('021 555 123')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Waiting for confirmation: no SMS are sent there before.').waitFor()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect.poll(async () => (await outbox('+6421555123')).length).toBe(1)
  const code = /\d{6}/.exec((await outbox('+6421555123'))[0]!)![0]
  await page.getByLabel('Code of the SMS').fill(code === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Confirm the number' }).click()
  await page.getByText('This is not the code that was sent.').waitFor()
  await page.getByLabel('Code of the SMS').fill(code)
  await page.getByRole('button', { name: 'Confirm the number' }).click()
  await page.getByText('Confirmed: SMS can be sent there.').waitFor()
  await closeAll(page)
})

it('platform administrators set the quotas of an organisation, and its administrators see them', async () => {
  const page = await openAs(browser, network, ADMIN.email, `/app/organisation/admin?id=${organisation_id}&tab=usage`)
  const trackers = page.getByRole('textbox', { name: 'Trackers', exact: true })
  await expect.poll(() => trackers.getAttribute('placeholder')).toBe('1,000 (default)')
  await trackers.fill('7')
  await page.getByLabel('Trusted: the limits of a new organisation do not apply').uncheck()
  await page.getByRole('button', { name: 'Save the quotas' }).click()
  await page.getByText('The quotas have been saved.').waitFor()
  await page.getByText('This organisation is new, so it may send little until').waitFor()
  await closeAll(page)

  const boss = await openAs(browser, network, 'boss', '/app/organisation/admin?tab=usage')
  const row = boss.getByRole('row').filter({ hasText: 'Trackers' }).first()
  await row.getByText('7', { exact: true }).waitFor()
  expect(await boss.getByRole('button', { name: 'Save the quotas' }).count()).toBe(0)
  await closeAll(boss)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../messaging/fakes.ts'
import type { Network } from '../../network.ts'
import { desk, phone, startBrowser, startSite } from '../browser.ts'
import { closeAll, enter, guest, openAs, PASSWORD } from '../people.ts'

let network: Network
let browser: Browser
let smtp: MailServer
let organisation_id: number
beforeAll(async () => {
  smtp = await startMailServer()
  network = await startSite({ SMTP_URL: smtp.url })
  browser = await startBrowser()
  const { data } = await network.admin.create('organisation', { name: 'Freight' })
  organisation_id = data.id
  for (const username of ['boss', 'hana', 'wiremu']) {
    const role_name = username === 'boss' ? 'Administrator' : 'User'
    await enter(network, username, organisation_id, role_name)
  }
})
afterAll(async () => {
  await network?.stop()
  await smtp?.stop()
})

const as = (username: string, path: string, size = desk) => openAs(browser, network, username, path, size)

async function clientOf(username: string) {
  const { data } = await guest(network).client.call('POST', 'user/signin', { username, password: PASSWORD })
  return guest(network, data.token).client
}

describe.each([
  ['desk', desk],
  ['phone', phone],
])('on a %s', (name, size) => {
  it('a user writes to their administrators, who are notified live and reply', async () => {
    const subject = `Where is truck 7? (${name})`
    const boss = await as('boss', '/app/messages', size)
    const hana = await as('hana', '/app/messages', size)
    await hana.getByRole('link', { name: 'Write' }).click()
    await hana.getByText('It goes to the administrators of Freight').waitFor()
    await hana.getByRole('button', { name: 'Send' }).click()
    await hana.getByText('Please fill this in.').first().waitFor()
    await hana.getByLabel('Subject').fill(subject)
    await hana.getByLabel('Text').fill('It should be here.')
    await hana.getByRole('button', { name: 'Send' }).click()
    await hana.getByRole('heading', { level: 1, name: subject }).waitFor()
    await hana
      .getByRole('cell', { name: 'Here' })
      .or(hana.getByText('Here', { exact: true }))
      .first()
      .waitFor()

    await boss.getByRole('link', { name: 'Messages, 1 unread' }).waitFor()
    await boss.getByRole('table').getByRole('link', { name: subject }).click()
    await boss.getByText('It should be here.').waitFor()
    await boss.getByRole('link', { name: 'Messages', exact: true }).first().waitFor()
    await boss.getByRole('link', { name: 'Answer' }).click()
    await boss.getByText('It goes to hana.').waitFor()
    await expect.poll(() => boss.getByLabel('Subject').inputValue()).toBe(`Re: ${subject}`)
    await boss.getByLabel('Text').fill('On its way.')
    await boss.getByRole('button', { name: 'Send' }).click()
    await boss.getByText('The message has been sent.').waitFor()

    await hana.getByRole('link', { name: 'Messages, 1 unread' }).first().click()
    await hana.getByRole('img', { name: 'Unread' }).waitFor()
    await hana
      .getByRole('table')
      .getByRole('link', { name: `Re: ${subject}` })
      .click()
    await hana.getByText('On its way.').waitFor()
    await hana.getByRole('link', { name: 'All messages' }).click()
    await hana.getByRole('tab', { name: 'Sent' }).click()
    await hana.getByRole('table').getByRole('link', { name: subject, exact: true }).waitFor()
    await expect
      .poll(() =>
        hana
          .getByRole('table')
          .getByRole('link', { name: `Re: ${subject}` })
          .count(),
      )
      .toBe(0)
    await closeAll(boss, hana)
  })
})

it('an administrator writes to a member with a blind copy, and sees the delivery states', async () => {
  const page = await as('boss', '/app/messages/admin')
  await page.getByRole('link', { name: 'Write' }).click()
  await page.getByLabel('Subject').fill('Depot is closed')
  await page.getByLabel('Text').fill('From Friday on.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please choose a recipient.').waitFor()
  const pick = async (label: string, username: string) => {
    await page.getByLabel(label, { exact: true }).and(page.locator('input')).fill(username)
    await page.getByRole('option', { name: `${username} (${username}@example.com)` }).click()
    await page.keyboard.press('Tab')
  }
  await pick('To', 'hana')
  await page.getByRole('button', { name: 'Add cc and bcc' }).click()
  await pick('Bcc', 'wiremu')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { level: 1, name: 'Depot is closed' }).waitFor()
  const mail = page.getByRole('row', { name: /hana E-mail/ })
  await expect.poll(() => mail.textContent()).toContain('Sent')
  expect(await page.getByText('wiremu').count()).toBe(0)
  await expect.poll(() => smtp.to('wiremu@example.com').length).toBe(1)
  await closeAll(page)
})

it('a bounced message shows the reason, is resent, and the address is recorded', async () => {
  smtp.refuse({ at: 'RCPT', code: 550, text: 'No such mailbox', address: 'wiremu@example.com' })
  const wiremu = (await network.admin.list('user', { search: 'wiremu' })).data[0]!
  const boss = await clientOf('boss')
  const body = { subject: 'Are you there?', text: 'Hello', recipient_user_ids: [wiremu.id], organisation_id }
  const { data } = await boss.create('message', body)
  const page = await as('boss', `/app/message?id=${data.id}`)
  await page.getByText(/No such mailbox/).waitFor()
  await page.goto(`${network.url}/app/recipients/admin`)
  await page.getByRole('cell', { name: 'wiremu@example.com', exact: true }).waitFor()
  smtp.refuse(null)
  await page.goto(`${network.url}/app/message?id=${data.id}`)
  await page.getByRole('button', { name: 'Send again to whom it failed' }).click()
  await page.getByRole('button', { name: 'Yes: Send again to whom it failed' }).click()
  await page.getByText('The message is sent again.').waitFor()
  await page.getByRole('row', { name: /wiremu E-mail Sent/ }).waitFor()
  await page.goto(`${network.url}/app/recipients/admin`)
  await page.getByText('No address has bounced or unsubscribed.').waitFor()
  await closeAll(page)
})

it('a template is edited beside its preview, and an unknown placeholder is a field error', async () => {
  const page = await as('boss', '/app/messagetemplates/admin')
  await page.getByText('None yet: all messages use the built-in templates.').waitFor()
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByLabel('Event').selectOption('returned')
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('{{tracker}} is back')
  await page.getByLabel('Text').fill('{{truck}} is home.')
  await page.getByText(/^Text: has \{\{truck\}\}, which is not a placeholder here/).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText(/^Text: has \{\{truck\}\}, which is not a placeholder here/).waitFor()
  await page.getByLabel('Text').fill('{{tracker}} is home.')
  await page.getByText('Truck 7 is home.').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The template has been created.').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes: Delete' }).click()
  await page.getByText('None yet: all messages use the built-in templates.').waitFor()
  await closeAll(page)
})

it('a message is begun from a template, kept as a draft, and sent when that is confirmed', async () => {
  const page = await as('boss', '/app/message')
  await page.getByRole('link', { name: 'Make one' }).click()
  await page.getByLabel('Name').fill('Roster')
  await page.getByLabel('Subject').fill('The roster')
  await page.getByLabel('Text').fill('It is on the board.')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Roster' }).waitFor()

  await page.goto(`${network.url}/app/message`)
  const [subject, text] = [page.getByLabel('Subject'), page.getByLabel('Text')]
  const pickRoster = async () => {
    await page.getByRole('combobox', { name: 'Use a template' }).click()
    await page.getByRole('option', { name: 'Roster' }).click()
  }
  await text.fill('Typed before')
  await pickRoster()
  await page.getByRole('button', { name: 'Keep what I have written' }).last().click()
  expect([await subject.inputValue(), await text.inputValue()]).toEqual(['', 'Typed before'])
  await pickRoster()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect.poll(() => text.inputValue()).toBe('It is on the board.')
  expect(await subject.inputValue()).toBe('The roster')
  await subject.fill('The new roster')

  // A draft needs no recipient yet.
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('The draft has been saved.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
  await page.goto(`${network.url}/app/messages?tab=drafts`)
  await page.getByRole('table').getByRole('link', { name: 'The new roster' }).click()
  await expect.poll(() => subject.inputValue()).toBe('The new roster')
  await page.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('combobox', { name: 'To' }).pressSequentially('hana')
  await page.getByRole('option', { name: /hana/ }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Send' }).click()
  expect(smtp.to('hana@example.com').map((mail) => mail.subject)).not.toContain('The new roster')
  await page.getByRole('button', { name: 'Yes: Send' }).click()
  await page.getByRole('heading', { level: 1, name: 'The new roster' }).waitFor()
  await expect.poll(() => smtp.to('hana@example.com').map((mail) => mail.subject)).toContain('The new roster')
  await page.goto(`${network.url}/app/messages?tab=drafts`)
  await page.getByText('You have no drafts.').waitFor()
  await closeAll(page)
})

it('a reminder is created, deactivated and deleted', async () => {
  const page = await as('boss', '/app/remindermessages/admin', phone)
  await page.getByRole('link', { name: 'New reminder' }).click()
  await page.getByLabel('Subject').fill('Charge the collars')
  await page.getByLabel('Text').fill('All of them.')
  await page.getByLabel('To members with the role').selectOption('User')
  await page.getByLabel('Repeated').selectOption('weekly')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Please fill this in.').waitFor()
  await page.getByLabel('Next at').fill('2040-01-02T08:00')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Charge the collars' }).waitFor()
  const reminder = async () => (await (await clientOf('boss')).list('remindermessage')).data[0]
  expect(await reminder()).toMatchObject({ next_at: expect.stringMatching(/^2040-01-01T19:00:00/), repeats: 'weekly' })
  await page.getByLabel('Active').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The reminder has been saved.').waitFor()
  expect(await reminder()).toMatchObject({ active: false, role_name: 'User' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes: Delete' }).click()
  await page.getByText('No reminders yet.').waitFor()
  await closeAll(page)
})

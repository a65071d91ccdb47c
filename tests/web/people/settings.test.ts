import { readFileSync } from 'node:fs'
import { type TOTP, URI } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makePerson } from '../../seeds/people.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'
import { fillSignIn, followMail, guest, member, PASSWORD, signInAs } from '../people.ts'
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

/** Chromium logs every error response. */
const own = (errors: string[]) => errors.filter((error) => !error.startsWith('Failed to load resource'))

/** Opens a tab of the settings as a new member. */
async function settings(username: string, tab: string, size = desk) {
  const token = await member(network, username, 'User')
  const page = await openPage(browser, size)
  await signInAs(page, network, username, `/app/settings?tab=${tab}`)
  return { page, token }
}

async function done(page: Page & { errors: string[] }) {
  expect(own(page.errors)).toEqual([])
  await closePage(page)
}

describe.each([
  ['desk', desk],
  ['phone', phone],
])('on a %s', (name, size) => {
  it('the profile is saved, and the new name is shown immediately', async () => {
    const { page } = await settings(`profile-${name}`, 'profile', size)
    await page.getByLabel('Display name').fill('Hinemoa Te Rangi')
    await page.getByLabel('Mobile phone').fill('+64 21 123 456')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The profile has been saved.').waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menu').getByText('Hinemoa Te Rangi').waitFor()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await expect.poll(() => page.getByLabel('Mobile phone').inputValue()).toBe('+64 21 123 456')
    await done(page)
  })

  it('the second factor is set up by QR code, required at sign-in, and disabled', async () => {
    const username = `factor-${name}`
    const { page } = await settings(username, 'signin', size)
    await page.getByLabel('Your password').last().fill('not the password')
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByText('The password is wrong.').waitFor()
    await page.getByLabel('Your password').last().fill(PASSWORD)
    await page.getByRole('button', { name: 'Set it up' }).click()
    const totp = URI.parse(await readQr(page.getByRole('img', { name: 'QR code for the authenticator app' }))) as TOTP
    expect(totp.label).toContain(`${username}@example.com`)
    await page.getByLabel('Code of the app').fill('000000')
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByText('This code is not right.').waitFor()
    await page.getByLabel('Code of the app').fill(totp.generate())
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByText('Recovery codes', { exact: true }).waitFor()
    const codes = (await page.locator('pre').textContent())!.trim().split('\n')
    expect(codes.length).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('The second factor is on: signing in needs').waitFor()

    const other = await openPage(browser, size)
    await signInAs(other, network, username)
    await other.getByLabel('Code').fill(codes[0]!)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.waitForURL(/\/app\/(home|map)/)
    await done(other)

    await page.getByRole('button', { name: 'Switch it off' }).scrollIntoViewIfNeeded()
    await page.getByLabel('Your password').last().fill(PASSWORD)
    await page.getByRole('button', { name: 'Switch it off' }).click()
    await page.getByRole('button', { name: 'Set it up' }).waitFor()
    await done(page)
  })
})

it('a username is changed, unless it is taken', async () => {
  await member(network, 'taken', 'User')
  const { page } = await settings('before', 'signin')
  await page.getByLabel('New username').fill('taken')
  await page.getByRole('button', { name: 'Change the username' }).click()
  await page
    .getByText(/username/i)
    .and(page.locator('.mantine-InputWrapper-error'))
    .waitFor()
  await page.getByLabel('New username').fill('afterwards')
  await page.getByRole('button', { name: 'Change the username' }).click()
  await page.getByText('Your username is afterwards.').waitFor()
  expect((await guest(network).post('user/signin', { username: 'afterwards', password: PASSWORD })).status).toBe(200)
  await done(page)
})

it('an address is changed with the password and the mail sent to it', async () => {
  const { page } = await settings('moving', 'signin')
  await page.getByLabel('New e-mail').fill('moved@example.com')
  await page.getByLabel('Your password').first().fill('not the password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('The password is wrong.').waitFor()
  await page.getByLabel('Your password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Please follow the link in the mail to the new address.').waitFor()
  await followMail(page, network, 'moved@example.com')
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.getByText('This is the address of your account now.').waitFor()
  await page.goto(`${network.url}/app/settings?tab=signin`)
  await page.getByText('Your address is moved@example.com.').waitFor()
  await done(page)
})

it('a password change ends all other sessions', async () => {
  const { page, token } = await settings('renewing', 'signin')
  const fill = async (current: string, once: string, again: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(once)
    await page.getByLabel('Repeat the new password').fill(again)
    await page.getByRole('button', { name: 'Change the password' }).click()
  }
  await fill(PASSWORD, 'another horse battery', 'something else')
  await page.getByText('The passwords do not match.').waitFor()
  await fill('not the password', 'another horse battery', 'another horse battery')
  await page.getByText('The password is wrong.').waitFor()
  await fill(PASSWORD, 'another horse battery', 'another horse battery')
  await page.getByText('The password has been changed.').waitFor()
  expect(await guest(network, token).refused('users', {}, 'GET')).toMatchObject({ status: 401 })
  await page.reload()
  await page.getByLabel('Current password').waitFor()
  await done(page)
})

it('sessions are listed and ended, one by one or all others together', async () => {
  const { page } = await settings('everywhere', 'sessions')
  const others = [await openPage(browser), await openPage(browser, phone), await openPage(browser)]
  for (const other of others) await signInAs(other, network, 'everywhere', '/app/trackers')
  await page.reload()
  await page.getByText('This one').waitFor()
  const end = page.getByRole('button', { name: 'Sign out there' })
  await expect.poll(() => end.count()).toBe(4) // and the one of registering
  await page.getByText('Chrome on Linux').first().waitFor()
  await end.first().click()
  await expect.poll(() => end.count()).toBe(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('You are signed in nowhere else.').waitFor()
  for (const other of others) {
    await other.reload()
    await other.waitForURL(/\/app\/signin\?next=%2Fapp%2Ftrackers$/)
    await closePage(other)
  }
  await page.reload()
  await page.getByText('You are signed in nowhere else.').waitFor()
  await done(page)
})

it('notification preferences are saved for the organisation, with field errors', async () => {
  const { page, token } = await settings('alerted', 'alerts')
  const save = page.getByRole('button', { name: 'Save' }).first()
  await page.getByLabel('Who else gets the e-mails').fill('nobody')
  await save.click()
  await page
    .getByText(/nobody.*e-mail|e-mail.*nobody/i)
    .first()
    .waitFor()
  await page.getByLabel('Who else gets the e-mails').fill('dispatch@example.com')
  await page.getByRole('checkbox', { name: 'It comes back: E-mail' }).check()
  await page.getByRole('checkbox', { name: 'Alarm: Push' }).press('Space')
  await page.getByLabel('Remind while it is outside, every').first().fill('15')
  await page.getByLabel('I have quiet hours').check()
  await page.getByLabel('From', { exact: true }).fill('22:30')
  await page.getByText('Save first').waitFor()
  await save.click()
  await page.getByText('The settings have been saved.').first().waitFor()
  const saved = async () => (await guest(network, token).client.list('userconfig')).data[0]
  await expect
    .poll(saved)
    .toMatchObject({
      email_recipients: 'dispatch@example.com',
      alert_tracker_email: true,
      alert_on_return: true,
      return_channels: ['email'],
      alarm_channels: ['email'],
      offline_channels: null,
      remind_every_s: 900,
      quiet_from: '22:30',
      quiet_to: '06:00',
    })
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('E-mail to alerted@example.com: Not sent (in the outbox)').waitFor()
  await page.getByText('Push: no browser is subscribed yet').waitFor()
  await page.reload()
  await page.getByRole('checkbox', { name: 'It comes back: E-mail' }).waitFor()
  const checked = (name: string) => page.getByRole('checkbox', { name }).isChecked()
  await expect.poll(() => checked('It comes back: E-mail')).toBe(true)
  const others = ['Alarm: E-mail', 'Alarm: Push', 'Offline: E-mail', 'Speeding: E-mail']
  expect(await Promise.all(others.map(checked))).toEqual([true, false, false, true])
  await done(page)
})

it('an administrator deletes a user after seeing what it concerns', async () => {
  await member(network, 'sole', 'Administrator')
  const organisation = network.db.selectFrom('organisation').select('id').where('name', '=', 'sole’s')
  const leaver = await makePerson(network, 'left-behind', (await organisation.executeTakeFirstOrThrow()).id, 'User')
  await leaver.client.create('tracker', { number: 'left-phone', type: 'phone' })
  const page = await openPage(browser)
  await signInAs(page, network, 'sole', `/app/user/admin?id=${leaver.id}&tab=account`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete the account of left-behind/ })
  await dialog.getByText('left-phone').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The user has been deleted.').waitFor()
  const keeps = network.db.selectFrom('user_account').select('keeps_phones').where('id', '=', leaver.id)
  expect(await keeps.where('deleted_at', 'is not', null).execute()).toEqual([{ keeps_phones: false }])
  await done(page)
})

it('personal data is downloaded, and the account deleted with the password', async () => {
  const { page, token } = await settings('leaving', 'data')
  await guest(network, token).client.create('tracker', { number: 'leaving-phone', type: 'phone' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data.users[0].username).toBe('leaving')
  expect(data.trackers.map(({ number }: { number: string }) => number)).toEqual(['leaving-phone'])

  // The tracker was made while the page may have been reading.
  await page.reload()
  await page.getByText('leaving-phone').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /^Erase them/ }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: /^Leave them/ }).check()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('checkbox', { name: 'Delete my account for good' }).check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('The password is wrong.').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL(/\/app$/)
  const keeps = network.db.selectFrom('user_account').select('keeps_phones').where('username', '=', 'leaving')
  expect(await keeps.execute()).toEqual([{ keeps_phones: true }])
  await page.goto(`${network.url}/app/signin`)
  await fillSignIn(page, 'leaving', PASSWORD)
  await page.getByText('Wrong username or password.').waitFor()
  await done(page)
})

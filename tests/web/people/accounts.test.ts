import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { lastMail } from '../../people/accounts.people.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'
import { fillSignIn, followMail, guest, member, PASSWORD, register, signInAs } from '../people.ts'

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

describe.each([
  ['desk', desk],
  ['phone', phone],
])('on a %s', (name, size) => {
  it('a visitor registers, follows the mail, chooses a name and a password, and signs in', async () => {
    const page = await openPage(browser, size)
    const email = `aroha-${name}@example.com`
    await page.goto(`${network.url}/`)
    await page.getByRole('link', { name: 'Register' }).last().click()
    await page.waitForURL(/\/app\/(register|password\/reset)$/)
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Please fill this in.').waitFor() // the terms are not agreed to
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.waitForURL(/\/app\/register\/email$/)
    await page.getByText(email).waitFor()

    await followMail(page, network, email)
    await page.getByText(`Your address, ${email}, is confirmed.`).waitFor()
    await page.getByLabel('Name (optional)').fill('Aroha Smith')
    await page.getByLabel('Username').fill(`aroha-${name}`)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Repeat the new password').fill('short')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('Give the password at least 8 characters.').waitFor()
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('The passwords do not match.').waitFor()
    await page.getByLabel('Repeat the new password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.waitForURL(/\/app\/register\/thanks$/)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, `aroha-${name}`, PASSWORD)
    await page.waitForURL(/\/app\/home/)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menu').getByText('Aroha Smith').waitFor()
    expect(own(page.errors)).toEqual([])
    await closePage(page)
  })

  it('a forgotten password is reset by a mailed link that works once', async () => {
    const username = `rewi-${name}`
    await register(network, username)
    const page = await openPage(browser, size)
    await page.goto(`${network.url}/app/signin`)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.waitForURL(/\/app\/(register|password\/reset)$/)
    await page.getByLabel('E-mail', { exact: true }).fill(`${username}@example.com`)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.waitForURL(/\/app\/password\/email$/)

    await followMail(page, network, `${username}@example.com`)
    const link = page.url()
    await page.getByLabel('New password', { exact: true }).fill('another horse battery')
    await page.getByLabel('Repeat the new password').fill('another horse battery')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.waitForURL(/\/app\/password\/thanks$/)
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()

    await signInAs(page, network, username)
    await page.getByText('Wrong username or password.').waitFor()
    await fillSignIn(page, username, 'another horse battery')
    await page.waitForURL(/\/app\/home/)
    expect(own(page.errors)).toEqual([])
    await closePage(page)
  })

  it('the second factor is required after the password', async () => {
    const username = `careful-${name}`
    const { post } = guest(network, await register(network, username))
    const { data } = await post('user/totp/start', { password: PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    await post('user/totp/enable', { code: totp.generate({ timestamp: Date.now() - 30_000 }) })

    const page = await openPage(browser, size)
    await signInAs(page, network, username)
    await page.getByLabel('Code').fill('000000x')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This code is not right. Please give the one that is shown now.').waitFor()
    await page.getByLabel('Code').fill(totp.generate())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/app\/home/)
    expect(own(page.errors)).toEqual([])
    await closePage(page)
  })
})

it('a user whose password an administrator has set must change it first', async () => {
  const account = { username: 'given', email: 'given@example.com', password: 'set by another person' }
  const { data } = await network.admin.create('user', account)
  await network.admin.call('POST', 'user/confirm', { id: data.id })
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/signin?next=/app/trackers`)
  await fillSignIn(page, 'given', 'set by another person')
  await page.getByText('An administrator has set your password.').waitFor()
  await page.goto(`${network.url}/app/boundaries`)
  await page.getByText('An administrator has set your password.').waitFor()
  await page.getByLabel('The password you were given').fill('set by another person')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('heading', { name: 'Boundaries' }).waitFor()
  expect(own(page.errors)).toEqual([])
  await closePage(page)
})

describe('a user who may not sign in', () => {
  it('sees that the account is not confirmed, and where to get a new link', async () => {
    await network.admin.create('user', { username: 'newcomer', email: 'newcomer@example.com', password: PASSWORD })
    const page = await openPage(browser)
    await signInAs(page, network, 'newcomer')
    await page.getByText('Unconfirmed user cannot sign in.').waitFor()
    await page.getByRole('link', { name: 'Send me a new link' }).click()
    await page.waitForURL(/\/app\/password\/reset$/)
    await closePage(page)
  })

  it('sees that the account is switched off', async () => {
    const { data } = await network.admin.create('user', {
      username: 'sleeper',
      email: 'sleeper@example.com',
      password: PASSWORD,
    })
    await network.admin.update('user', { id: data.id, active: false })
    const page = await openPage(browser)
    await signInAs(page, network, 'sleeper')
    await page.getByText('This account is switched off. Please ask your administrator.').waitFor()
    await closePage(page)
  })

  it('sees for how long the account is locked after ten wrong passwords', async () => {
    await register(network, 'clumsy')
    const { refused } = guest(network)
    for (let i = 0; i < 10; i++) await refused('user/signin', { username: 'clumsy', password: 'wrong password' })
    // Long enough that the wait does not pass while the page opens.
    await network.db.updateTable('guess').set({ level: 100 }).execute()
    const page = await openPage(browser)
    await signInAs(page, network, 'clumsy')
    await page.getByText(/Too many wrong attempts. Please try again in/).waitFor()
    await network.db.deleteFrom('guess').execute()
    await closePage(page)
  })
})

describe('an invitation', () => {
  it('is accepted by a user with an account, after signing in', async () => {
    await register(network, 'tane')
    const { data } = await network.admin.create('organisation', { name: 'Harbour' })
    await network.admin.create('invitation', {
      organisation_id: data.id,
      email: 'tane@example.com',
      role_name: 'Staff',
    })
    const page = await openPage(browser)
    await followMail(page, network, 'tane@example.com')
    await page.getByText('invites you to join Harbour as Staff.').waitFor()
    await page.getByRole('link', { name: 'Sign in and accept' }).click()
    await fillSignIn(page, 'tane', PASSWORD)
    await page.getByText('You accept it as tane@example.com.').waitFor()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL(/\/app\/home/)
    await expect.poll(() => page.getByRole('combobox', { name: 'Organisation' }).inputValue()).toBe('Harbour')
    expect(own(page.errors)).toEqual([])
    await closePage(page)
  })

  it.each([
    ['en', 'You are invited', 'Your name', 'New password', /terms/i, 'Register and join'],
    ['mi', 'Kua pōwhiritia koe', 'Tō ingoa', 'Kupuhipa hou', /tikanga/i, 'Rēhita ka uru'],
  ])(
    'is accepted in one step by a colleague without an account (%s)',
    async (locale, subject, name, key, terms, join) => {
      const { data } = await network.admin.create('organisation', { name: `Wharf ${locale}`, locale })
      const email = `hine-${locale}@example.com`
      await network.admin.create('invitation', { organisation_id: data.id, email, role_name: 'User' })
      expect(await lastMail(network, email)).toMatchObject({
        subject,
        text: expect.stringContaining(`“Wharf ${locale}”`),
      })
      const page = await openPage(browser, locale === 'en' ? desk : phone)
      await page.addInitScript((language) => localStorage.setItem('ringfence.language', language), locale)
      await followMail(page, network, email)
      await page.getByText(`Wharf ${locale}`).first().waitFor()
      await page.getByLabel(name, { exact: true }).fill('Hine Moana')
      await page.getByLabel(key, { exact: true }).fill(PASSWORD)
      expect(await page.getByRole('checkbox', { name: `Wharf ${locale}` }).isChecked()).toBe(true)
      await page.getByRole('checkbox', { name: terms }).check()
      await page.getByRole('button', { name: join }).click()
      await page.waitForURL(/\/app\/home/)
      const members = (await network.admin.list('membership', { organisation_id: data.id })).data
      expect(members).toMatchObject([{ display_name: 'Hine Moana', role_name: 'User' }])
      const { data: named } = await network.admin.list('organisation', { search: 'Hine' })
      expect([named, (await lastMail(network, email)).count]).toEqual([[], 1])

      // A link that was followed says so.
      await page.evaluate(() => localStorage.clear())
      await followMail(page, network, email)
      await page.getByRole('heading', { name: locale === 'en' ? /accepted already/ : /whakaaetia kētia/ }).waitFor()
      expect(own(page.errors)).toEqual([])
      await closePage(page)
    },
  )

  it('needs the consent of a user whose address an organisation has added', async () => {
    const { data } = await network.admin.create('organisation', { name: 'Squatters and Sons of the Lower Hutt Valley' })
    await network.admin.create('user', {
      username: 'claimed',
      email: 'claimed@example.com',
      organisation_id: data.id,
      role_name: 'User',
    })
    await guest(network).post('user/register', { email: 'claimed@example.com', terms: true })
    const page = await openPage(browser, phone)
    await followMail(page, network, 'claimed@example.com')
    const join = page.getByRole('checkbox', { name: 'Join Squatters and Sons of the Lower Hutt Valley (User)' })
    expect(await join.isChecked()).toBe(false)
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat the new password').fill(PASSWORD)
    await page.getByRole('checkbox', { name: /terms/i }).check()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.waitForURL(/\/app\/register\/thanks$/)
    const members = await network.admin.list('membership', { organisation_id: data.id })
    expect(members.data.filter(({ username }) => username === 'claimed')).toEqual([])
    await closePage(page)
  })

  it('is valid for no other account', async () => {
    await register(network, 'other')
    await network.admin.create('invitation', { email: 'another@example.com', role_name: 'User' })
    const page = await openPage(browser)
    await signInAs(page, network, 'other', '/app/home')
    await followMail(page, network, 'another@example.com')
    await page.getByText('The invitation is for another@example.com. You are signed in as other@example.com.').waitFor()
    expect(await page.getByRole('button', { name: 'Accept the invitation' }).count()).toBe(0)
    await closePage(page)
  })
})

it('a new address is used after it was confirmed by the mail sent to it', async () => {
  const token = await member(network, 'mover', 'User')
  await guest(network, token).post('email/change', { email: 'moved@example.com', password: PASSWORD })
  const page = await openPage(browser)
  await followMail(page, network, 'moved@example.com')
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.getByText('This is the address of your account now.').waitFor()
  await signInAs(page, network, 'moved@example.com')
  await page.waitForURL(/\/app\/home/)
  expect(own(page.errors)).toEqual([])
  await closePage(page)
})

it('signing out ends the session on the server, and shows the sign-in page', async () => {
  await register(network, 'leaver')
  const page = await openPage(browser)
  await signInAs(page, network, 'leaver')
  await page.waitForURL(/\/app\/home/)
  const token = await page.evaluate(() => localStorage.getItem('ringfence.token'))
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Username or e-mail').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await expect.poll(() => guest(network, token).refused('trackers', {}, 'GET')).toMatchObject({ status: 401 })
  await page.goto(`${network.url}/app/trackers`)
  await page.waitForURL(/\/app\/signin\?next=%2Fapp%2Ftrackers$/)
  await closePage(page)
})

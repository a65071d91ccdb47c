import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, signIn } from '../../network.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'
import { guest, member, PASSWORD, signInAs } from '../people.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await member(network, 'boss', 'Administrator')
  await member(network, 'runner', 'User')
  const { data } = await network.admin.list('user', { search: 'runner' })
  await network.admin.call('POST', 'user/role', { id: data[0]!.id, platform_admin: true })
})
afterAll(async () => {
  await network?.stop()
})

/** Chromium logs every error response. */
const own = (errors: string[]) => errors.filter((error) => !error.startsWith('Failed to load resource'))

/** `boss` administers one organisation; `runner` is a platform administrator. */
async function as(username: 'boss' | 'runner', path: string, size = desk) {
  const page = await openPage(browser, size)
  await signInAs(page, network, username, path)
  return page
}
type Opened = Awaited<ReturnType<typeof as>>

async function done(page: Opened) {
  expect(own(page.errors)).toEqual([])
  await closePage(page)
}

describe.each([
  ['desk', desk],
  ['phone', phone],
])('on a %s', (name, size) => {
  it('an administrator creates a user, sets a role and a password, and impersonates them', async () => {
    const username = `mere-${name}`
    const page = await as('boss', '/app/users/admin', size)
    await page.getByRole('link', { name: 'New user' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('E-mail').fill(`${username}@example.com`)
    await page.getByLabel('Display name').fill('Mere')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mere' }).waitFor()
    await page.getByLabel('Role in this organisation').selectOption('Staff')
    await page.getByText('The role has been set.').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('City').fill('Whangārei')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The user has been saved.').waitFor()

    await page.getByRole('tab', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Switched off: cannot sign in').waitFor()
    await expect(signIn(network.url, username, PASSWORD)).rejects.toThrow('switched off')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('May sign in', { exact: true }).waitFor()
    await expect(signIn(network.url, username, PASSWORD)).rejects.toThrow('Unconfirmed')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('The user has been confirmed.').waitFor()
    await page.getByRole('button', { name: 'Unlock sign-in' }).click()
    await page.getByText('The user may try again.').waitFor()
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Set a password' }).click()
    await page.getByText('The password has been set.').waitFor()
    expect(await signIn(network.url, username, 'another horse battery')).toBeTruthy()

    await page.getByRole('button', { name: 'Act as this user' }).click()
    await page.getByRole('button', { name: 'Yes: Act as this user' }).click()
    await page.getByText('You are acting as Mere. Sign out to stop.').waitFor()
    await page.goto(`${network.url}/app/settings?tab=signin`)
    await page.getByText('While you act as another user, you cannot change how they sign in.').waitFor()
    await page.goto(`${network.url}/app/organisation/admin`)
    await page.getByText('boss’s').last().waitFor() // Staff read about it
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Sign out' }).first().click()
    await page.getByLabel('Username or e-mail').waitFor()
    await done(page)
  })

  it('an administrator edits their organisation, sets a data lock and reads the audit log', async () => {
    const page = await as('boss', '/app/settings/admin', size)
    await page.getByRole('main').getByRole('link', { name: 'Organisation' }).click()
    await page.getByLabel('Contact person').fill(`Aroha, ${name}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The organisation has been saved.').waitFor()

    await page.getByRole('tab', { name: 'Alerts' }).click()
    await page.getByLabel('Who gets the e-mails').fill(`${name}@example.com`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings have been saved.').waitFor()

    const { client } = guest(network, await signIn(network.url, 'boss', PASSWORD))
    const { data: tracker } = await client.create('tracker', { number: `frozen-${name}` })
    await page.getByRole('tab', { name: 'Data lock' }).click()
    await page.getByLabel('Up to').fill('2040-01-01T00:00')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('Locked until: must not be in the future.').waitFor()
    await page.getByLabel('Up to').fill('2020-01-01T00:00')
    await page.getByLabel('Reason (optional)').fill('audit')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('Frozen.', { exact: true }).waitFor()
    await page.getByText('audit', { exact: true }).waitFor()
    expect((await client.update('tracker', { id: tracker.id, name: 'Free' })).status).toBe(261)
    await page.getByRole('checkbox').last().check()
    await page.getByRole('button', { name: 'Lift' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Nothing is frozen.').waitFor()

    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByText('Data lock: deleted').first().waitFor()
    await page.getByText('Settings of the organisation: saved').first().waitFor()
    // Changed fields have the names that they have in forms.
    await page.getByText('Who gets the e-mails', { exact: true }).first().waitFor()
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.getByText('Storage of the events').waitFor()
    await done(page)
  })
})

describe('the administration of the installation', () => {
  it.each(['/app/organisations/admin', '/app/outbox/admin', '/app/unknowndevices/admin'])(
    '%s is not for administrators of one organisation',
    async (path) => {
      const page = await openPage(browser)
      await signInAs(page, network, 'boss')
      await page.waitForURL(/\/app\/(home|map)/)
      await page.goto(`${network.url}${path}`)
      await page.waitForURL(/\/app\/forbidden$/)
      await page.goto(`${network.url}/app/website/admin`)
      await page.getByText('Only a platform administrator changes this.').waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      await done(page)
    },
  )

  it('a platform administrator creates an organisation', async () => {
    const page = await as('runner', '/app/organisations/admin')
    await page.getByRole('button', { name: 'New organisation' }).click()
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Coast Guard')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Coast Guard' }).waitFor()
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.getByText('Members', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes: Delete' }).click()
    await page.getByText('The organisation has been deleted.').waitFor()
    await done(page)
  })

  it('a platform administrator renames the website, with immediate effect', async () => {
    const page = await as('runner', '/app/website/admin')
    await page.getByLabel('Address of your terms').fill('not an address')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.mantine-InputWrapper-error').waitFor()
    await page.getByLabel('Address of your terms').fill('https://example.com/terms')
    await page.getByLabel('Name of the website').fill('Kaitiaki')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('banner').getByText('Kaitiaki').waitFor()
    await page.getByText(`mqtt ${network.server.mqtt_port}`).waitFor()
    await network.admin.call('POST', 'website', { name: 'Ringfence', terms_url: null })
    await done(page)
  })

  it('a platform administrator offers streets of another server, and sets the default map', async () => {
    const page = await as('runner', '/app/website/admin')
    await page.getByRole('switch', { name: 'Offer streets from openfreemap.org' }).check({ force: true })
    await page.getByRole('button', { name: 'Save the map' }).click()
    await page.getByLabel('Default map').selectOption('OpenFreeMap Positron')
    await page.getByRole('button', { name: 'Save the map' }).click()
    const map = async () => (await network.admin.call('GET', 'map')).data.basemap
    await expect.poll(map).toBe('openfreemap_positron')
    await network.admin.call('POST', 'website', { openfreemap: false, basemap: 'built_in' })
    await done(page)
  })

  it('unsent mails are read in the outbox, and their links followed', async () => {
    await network.admin.create('invitation', { email: 'far@example.com', role_name: 'User' })
    await network.server.delivery.drain()
    const page = await as('runner', '/app/outbox/admin?search=far%40example.com')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByText('far@example.com').waitFor()
    const link = page.getByRole('link', { name: /\/app\/invitation\?token=/ })
    await expect.poll(() => link.getAttribute('href')).toMatch(/^http.*token=[\w-]+$/)
    await done(page)
  })

  it('an unknown device is registered as a tracker by one click, and is accepted from then on', async () => {
    const report = () => fetch(`${network.url}/gateway/osmand?id=stray-7&lat=-36.85&lon=174.76`)
    expect((await report()).status).not.toBe(200)
    const page = await as('runner', '/app/unknowndevices/admin')
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('searchbox').waitFor()
        return page.getByText('stray-7').count()
      })
      .toBe(1)
    await page.getByRole('checkbox', { name: 'Select stray-7' }).check()
    await page.getByRole('button', { name: /^Make trackers in / }).click()
    await page.getByText('All devices that report are registered.').waitFor()
    await expect.poll(async () => (await report()).status).toBe(200)
    const [adopted] = (await network.admin.list('tracker', { number: 'stray-7' })).data
    expect(adopted!.transports).toEqual(['osmand'])

    await network.admin.update('tracker', { id: adopted!.id, transports: ['mqtt'] })
    expect((await report()).status).toBe(400)
    // Recorded at most once a minute.
    await network.server.gateway.phones!.context.unknown.write(Date.now() + 61_000)
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('searchbox').waitFor()
        return page.getByText('Registered, but not for osmand').count()
      })
      .toBe(1)
    await done(page)
  })

  it.each([
    ['desk', desk],
    ['phone', phone],
  ])('shows the last bytes of a device that its port cannot read, on a %s', async (_name, size) => {
    const { unknown } = network.server.gateway.phones!.context
    const login = Buffer.from('78780d01012345678901234500018cdd0d0a', 'hex')
    unknown.note('totem', null, '192.0.2.7', login)
    await unknown.write()
    const page = await as('runner', '/app/unknowndevices/admin?status=unreadable', size)
    await page.getByText('Its number could not be read').waitFor()
    await page.getByRole('button', { name: '18 bytes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Last bytes from 192.0.2.7' })
    await dialog.getByText('Protocols that can read this: gt06.').waitFor()
    await dialog.getByText('0000  78 78 0d 01 01 23').waitFor()
    await done(page)
  })
})

it('an enquiry from the contact form is answered by mail', async () => {
  const asking = await openPage(browser, phone)
  await asking.goto(`${network.url}/app/contact`)
  await asking.getByLabel('Name', { exact: true }).fill('Tama')
  await asking.getByLabel('E-mail', { exact: true }).fill('tama@example.com')
  await asking.getByRole('button', { name: 'Send' }).click()
  await asking.getByText('Please fill this in.').waitFor()
  await asking.getByLabel('How can we help you?').fill('Do you track boats?')
  await asking.getByRole('button', { name: 'Send' }).click()
  await asking.getByText('Thank you. We will answer by e-mail.').waitFor()
  await done(asking)
  // No mail is sent to an address without consent.
  const mails = async () => (await network.admin.list('outboxmail', { search: 'tama@example.com' })).data
  const question = () => mails().then((all) => /\/app\/confirm\?token=\S+/.exec(all.at(-1)?.text ?? '')?.[0])
  await expect.poll(question).toBeTruthy()
  await fetch(network.url + (await question()), { method: 'POST', body: new URLSearchParams({ action: 'agree' }) })

  const page = await as('runner', '/app/enquiries/admin')
  await page.getByRole('link', { name: 'Enquiry' }).click()
  await page.getByText('Do you track boats?').waitFor()
  await page.getByLabel('Answer').fill('Whatever floats and reports.')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await page.getByRole('heading', { name: /^Answered/ }).waitFor()
  await expect
    .poll(async () => (await mails()).map(({ text }) => text).join())
    .toContain('Whatever floats and reports.')
  await page.goto(`${network.url}/app/enquiries/admin`)
  await page.getByRole('cell', { name: 'Answered' }).waitFor()
  await done(page)
})

it('bots that fill in the hidden field are thanked, and their enquiry is dropped', async () => {
  const before = (await network.admin.list('enquiry')).info.total
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/contact`)
  await page.getByLabel('Name', { exact: true }).fill('Robot')
  await page.getByLabel('E-mail', { exact: true }).fill('robot@example.com')
  await page.getByLabel('How can we help you?').fill('Buy this')
  await page.locator('input[name=website]').fill('https://example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you. We will answer by e-mail.').waitFor()
  expect((await network.admin.list('enquiry')).info.total).toBe(before)
  await done(page)
})

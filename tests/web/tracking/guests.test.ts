import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startNetwork } from '../../network.ts'
import {
  closePage,
  coloursAt,
  desk,
  middleOf,
  openNewPage,
  openPage,
  phone,
  startBrowser,
  startSite,
} from '../browser.ts'
import { closeAll, fillSignIn, guest, member, openAs, PASSWORD, signInAs } from '../people.ts'

let network: Network
let browser: Browser
/** Resources of each of a user's two organisations. */
const things: Record<'first' | 'second', { organisation_id: number; tracker: number; boundary: number }> = {} as never

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await member(network, 'boss', 'Administrator')
  const { data } = await guest(network).client.call('POST', 'user/signin', { username: 'boss', password: PASSWORD })
  const { data: second } = await network.admin.create('organisation', { name: 'Second' })
  const more = { organisation_id: second.id, user_id: data.user.id, role_name: 'Administrator' as const }
  await network.admin.create('membership', more)
  things.first = await own('first', data.user.memberships[0].organisation_id)
  things.second = await own('second', second.id)
})
afterAll(async () => {
  await network?.stop()
})

async function own(name: string, organisation_id: number) {
  const tracker = await network.admin.create('tracker', {
    organisation_id,
    number: `of-${name}`,
    name: `The ${name} ute`,
    transports: ['osmand'],
  })
  const geometry = box(174.7, -36.9, 174.8, -36.8)
  const boundary = await network.admin.create('boundary', { organisation_id, name: `The ${name} depot`, geometry })
  await fetch(`${network.url}/gateway/osmand?id=of-${name}&lat=-36.85&lon=174.76&speed=10&bearing=90`)
  return { organisation_id, tracker: tracker.data.id, boundary: boundary.data.id }
}

describe.each([
  ['desk', desk],
  ['phone', phone],
])('a guest with a %s', (_name, size) => {
  it('sees only their own position on the map, and signs in from there', async () => {
    const page = await openPage(browser, size)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: -36.85, longitude: 174.76 })
    await page.goto(`${network.url}/app/map`)
    await page.getByText('Sign in to see your trackers here.').waitFor()
    await page.getByRole('button', { name: 'Show my position' }).click()
    const [x, y] = await middleOf(page)
    await expect.poll(async () => (await coloursAt(page, x, y, 190)).blue).toBeGreaterThan(50)
    expect(await page.getByText('ute').count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, 'boss', PASSWORD)
    await page.waitForURL(`${network.url}/app/map`)
    await page.getByRole('option', { name: /The first ute/ }).waitFor()
    await closeAll(page)
  })
})

it('a guest with a link to a tracker signs in first, and then sees it', async () => {
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/map?tracker=${things.first.tracker}`)
  await page.waitForURL(/\/app\/signin\?next=/)
  await fillSignIn(page, 'boss', PASSWORD)
  await page.getByRole('heading', { name: 'The first ute' }).waitFor()
  await closeAll(page)
})

it('a selected tracker links to directions and Street View', async () => {
  const page = await openAs(browser, network, 'boss', `/app/map?tracker=${things.first.tracker}`)
  const links = page.getByLabel('Selected tracker').getByRole('link')
  const leads = async (name: string) => new URL((await links.filter({ hasText: name }).getAttribute('href'))!)
  const directions = await leads('Directions')
  expect([directions.origin, directions.searchParams.get('destination')]).toEqual([
    'https://www.google.com',
    '-36.850000,174.760000',
  ])
  const { searchParams } = await leads('Street View')
  expect([searchParams.get('viewpoint'), searchParams.get('heading')]).toEqual(['-36.850000,174.760000', '90'])
  await closeAll(page)
})

describe('a link to a resource of another organisation switches to that organisation', () => {
  const links: [string, (of: typeof things.second) => string, RegExp][] = [
    ['the map', ({ tracker }) => `/app/map?tracker=${tracker}`, /^The second ute$/],
    ['a moment', ({ tracker }) => `/app/map?tracker_id=${tracker}&at=${new Date().toISOString()}`, /^Replay$/],
    ['the tracker', ({ tracker }) => `/app/tracker?id=${tracker}`, /^The second ute$/],
    ['its history', ({ tracker }) => `/app/trackerevents?tracker=${tracker}`, /^History$/],
    ['a boundary', ({ boundary }) => `/app/boundary/edit?id=${boundary}`, /^The second depot$/],
  ]
  it.each(links)('%s', async (_what, path, heading) => {
    const page = await openAs(browser, network, 'boss', '/app/trackers')
    await page.getByRole('link', { name: 'The first ute' }).waitFor()
    await page.goto(`${network.url}${path(things.second)}`)
    await page.getByRole('heading', { name: heading }).waitFor()
    await expect.poll(() => worksIn(page)).toBe('Second')
    await page.goto(`${network.url}/app/trackers`)
    await page.getByRole('link', { name: 'The second ute' }).waitFor()
    await closeAll(page)
  })
})

describe('two tabs of a browser', () => {
  it('sign in and out together', async () => {
    const page = await openAs(browser, network, 'boss', '/app/trackers')
    await page.getByRole('link', { name: 'The first ute' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(`${network.url}/app/signout`)
    await page.waitForURL(/\/app\/signin\?next=%2Fapp%2Ftrackers$/)
    await fillSignIn(other, 'boss', PASSWORD)
    await page.getByRole('link', { name: 'The first ute' }).waitFor()
    await closeAll(page)
  })

  it('share the user, also when one starts to impersonate', async () => {
    await member(network, 'driver', 'User')
    const page = await openAs(browser, network, 'boss', '/app/about')
    const other = await page.context().newPage()
    await other.goto(`${network.url}/app/about`)
    await other.getByRole('button', { name: 'Your account' }).waitFor()
    const { data } = await network.admin.list('user', { search: 'driver' })
    const acting = await network.admin.call('POST', 'user/impersonate', { id: data[0]!.id })
    await other.evaluate((token) => localStorage.setItem('ringfence.token', token), acting.data.token)
    await page.getByText('You are acting as driver. Sign out to stop.').waitFor()
    await closeAll(page)
  })
})

it('a page that was not loaded before waits for the network, and loads when it is back', async () => {
  const page = await openNewPage(browser)
  await signInAs(page, network, 'boss', '/app/about')
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'My Boundaries' }).click()
  await page.getByRole('heading', { name: 'This page needs the network' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'The first depot' }).waitFor()
  await closePage(page)
})

it('a page of which a part does not load is tried again, and not taken for a new version', async () => {
  const page = await openPage(browser)
  await signInAs(page, network, 'boss', '/app/about')
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  let refused = 0
  await page.route(/\/assets\/BoundariesPage/, (route) => (++refused < 3 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'My Boundaries' }).click()
  await page.getByText('A part of it could not be loaded. Another attempt follows in a moment.').waitFor()
  expect(await page.getByText('New version available').count()).toBe(0)
  await page.getByRole('link', { name: 'The first depot' }).waitFor()
  expect(refused).toBeGreaterThan(2)

  // What never loads ends with a button.
  await page.goto(`${network.url}/app/about`)
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  await page.evaluate(() => sessionStorage.setItem('ringfence.reloads', '5'))
  refused = -100
  await page.getByRole('link', { name: 'My Boundaries' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.evaluate(() => sessionStorage.removeItem('ringfence.reloads'))
  await closePage(page)
})

it('a closed registration is announced before the form', async () => {
  const closed = await startNetwork({ REGISTRATION: 'closed' })
  const page = await openPage(browser)
  await page.goto(`${closed.url}/app/register`)
  await page.getByText('Registration is closed here.').waitFor()
  expect(await page.getByLabel('E-mail').count()).toBe(0)
  const asked = { email: 'tama@example.com', terms: true }
  expect(await guest(closed).refused('user/register', asked)).toMatchObject({ status: 403, code: 'forbidden' })
  await closeAll(page)
  await closed.stop()
})

const worksIn = (page: Page) => page.getByRole('combobox', { name: 'Organisation' }).inputValue()

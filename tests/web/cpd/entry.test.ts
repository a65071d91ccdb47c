import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, signIn } from '../../network.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import { type Development, makeDevelopment } from '../../seeds/development.ts'
import { PASSWORD, type Person } from '../../seeds/people.ts'
import { closePage, openNewPage, openPage, phone, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let college: College
let development: Development
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  college = await makeCollege(network, 'college')
  development = await makeDevelopment(college.administrator.client, college.id)
  expect(development.cycle_id).toBeGreaterThan(0)
})
afterAll(() => network?.stop())

async function openAs(person: Person, path: string) {
  const page = await openNewPage(browser, phone)
  await enter(page, person, path)
  return page
}

async function enter(page: Page, { token }: Person, path: string) {
  const entering = await page.addInitScript((token) => localStorage.setItem('ringfence.token', token), token)
  await page.goto(`${network.url}${path}`)
  // Only once, so that signing out is not undone.
  await entering.dispose()
}

/** Once the browser has what the pages need without a network. */
const isPrepared = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready
        const names = await caches.keys()
        const paths = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat()
        const has = (name: string) => paths.some(({ url }) => url.includes(`/${name}-`))
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open('ringfence.cpd')
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        const answers = await new Promise<number>((resolve) => {
          const request = db.transaction('answers').objectStore('answers').count()
          request.onsuccess = () => resolve(request.result)
        })
        db.close()
        return active?.state === 'activated' && has('ActivityEditPage') && has('ProcedureEditPage') && answers >= 4
      }),
    )
    .toBe(true)

/** What can be read of entries in this browser without their key. */
const keptFields = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('ringfence.cpd')
      request.onsuccess = () => resolve(request.result)
    })
    const entries = await new Promise<object[]>((resolve) => {
      const request = db.transaction('entries').objectStore('entries').getAll()
      request.onsuccess = () => resolve(request.result)
    })
    db.close()
    return [...new Set(entries.flatMap((entry) => Object.keys(entry)))].sort()
  })

async function write(page: Page, target: string, hours: string) {
  await page.goto(`${network.url}/app/activity/edit?category=${development.category_id}`)
  await page.getByText('You are offline. What you record is kept on this device').waitFor()
  await page.getByLabel('What did you do?').fill(target)
  await page.getByRole('textbox', { name: 'Hours', exact: true }).fill(hours)
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByRole('main').getByText(target).waitFor()
}

const activities = async () => (await college.trainee.client.list('devactivity', { sort: 'id' })).data

it('keeps activities written without a network over a reload, for their writer only, and sends each once', async () => {
  const page = await openAs(college.trainee, '/app/dashboard')
  await page.getByText('0 activities, 0 h.').waitFor()
  await isPrepared(page)
  await page.context().setOffline(true)
  await write(page, 'Audit of ankle scans', '2')
  await write(page, 'Journal club', '1.5')
  await write(page, 'Course of next week', '3')
  await page.getByText('3 entries are not sent yet').waitFor()
  expect(await keptFields(page)).toEqual(['client_key', 'owner', 'sealed'])

  // The session ends, and another person signs in on this browser.
  await page.evaluate(() => localStorage.clear())
  await page.context().setOffline(false)
  await enter(page, college.customer, '/app/activities')
  await page.getByRole('heading', { name: 'Activities' }).waitFor()
  await isPrepared(page)
  expect(await page.getByText('not sent yet').count()).toBe(0)
  expect((await college.customer.client.list('devactivity')).info.total).toBe(0)

  // The answer of the first one is lost, so that it is sent again.
  await page.evaluate(() => localStorage.clear())
  const sent: string[] = []
  await page.route('**/api/v1/devactivity', async (route) => {
    const { target } = route.request().postDataJSON() as { target: string }
    sent.push(target)
    if (sent.length > 1) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await enter(page, college.trainee, '/app/dashboard')
  await expect.poll(async () => (await activities()).length).toBe(1)
  await page.reload()
  await page.getByText('3 activities, 6.5 h.').waitFor()
  await expect.poll(() => page.getByText('not sent yet').count()).toBe(0)
  expect(sent.filter((target) => target === 'Audit of ankle scans')).toHaveLength(2)
  expect((await activities()).map(({ target, hours }) => [target, hours])).toEqual([
    ['Audit of ankle scans', 2],
    ['Journal club', 1.5],
    ['Course of next week', 3],
  ])
  await closePage(page)
})

it('shows why an entry was refused until it is corrected, and asks before signing out drops one', async () => {
  const page = await openAs(college.trainee, '/app/procedure/edit')
  await page.getByLabel('Type').waitFor()
  await isPrepared(page)
  await page.context().setOffline(true)
  await page.goto(`${network.url}/app/procedure/edit`)
  await page.getByLabel('Type').fill('Ultrasound')
  await page.getByLabel('Date').fill(day(3))
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByText('Kept on this device.').first().waitFor()
  await page.goto(`${network.url}/app/procedures`)
  await page.getByText('Waiting', { exact: true }).waitFor()
  await page.goto(`${network.url}/app/signout`)
  await page.getByRole('heading', { name: 'One entry is not sent yet' }).waitFor()
  await page.goto(`${network.url}/app/procedures`)

  await page.context().setOffline(false)
  await page.getByText('Refused', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Correct' }).click()
  await page.getByLabel('Date').fill(day(0))
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByRole('heading', { name: /Case 1/ }).waitFor()
  expect((await college.trainee.client.list('procedure')).data.map(({ type, date }) => [type, date])).toEqual([
    ['Ultrasound', day(0)],
  ])

  await page.context().setOffline(true)
  await write(page, 'Not wanted', '1')
  await page.goto(`${network.url}/app/signout`)
  await page.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.context().setOffline(false)
  const token = await signIn(network.url, college.trainee.username, PASSWORD)
  await enter(page, { ...college.trainee, token }, '/app/activities')
  await page.getByRole('link', { name: 'Journal club' }).waitFor()
  expect(await page.getByText('Not wanted').count()).toBe(0)
  await closePage(page)
})

it('imports the good lines of a file, and names the bad ones by their number and reason', async () => {
  const page = await openPage(browser, phone)
  await enter(page, college.supervisor, '/app/cpd/import?kind=activities')
  const [year, month, date] = day(-2).split('-')
  const lines = [
    'Title;Date completed;Duration;Reflection;Room',
    `Réunion;${date}/${month}/${year};1,5;Café;7`,
    `Audit;31/02/${year};2;;`,
    `Journal club;${date}/${month}/${year};2;;`,
  ]
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1')
  await page.locator('input[type=file]').setInputFiles({ name: 'cpd.csv', mimeType: 'text/csv', buffer })
  await page.getByText('3 lines, 5 columns.').waitFor()
  await expect.poll(() => page.getByLabel('Field of the column Room').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByText('2 of 3 lines are good.').waitFor()
  await page.getByRole('row', { name: /^3 Completed/ }).waitFor()
  await page.getByRole('button', { name: 'Import the 2 good lines' }).click()
  await page.getByText('2 lines were imported. 1 was not.').waitFor()
  const { data } = await college.supervisor.client.list('devactivity', { user_id: college.supervisor.id, sort: 'id' })
  expect(data.map(({ target, hours, learnings, completed_on }) => [target, hours, learnings, completed_on])).toEqual([
    ['Réunion', 1.5, 'Café', day(-2)],
    ['Journal club', 2, '', day(-2)],
  ])
  expect(page.errors).toEqual([])
  await closePage(page)
})

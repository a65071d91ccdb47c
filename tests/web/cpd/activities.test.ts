import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege, switchFeatures } from '../../seeds/college.ts'
import type { Person } from '../../seeds/people.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let college: College
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  college = await makeCollege(network, 'college')
  const { client } = college.administrator
  const built_in = await client.list('cpdstandard', { search: 'Medical Board of Australia', limit: 10 })
  const standard = built_in.data.find(({ code }) => /mba/i.test(code)) ?? built_in.data[0]!
  await client.call('POST', 'cpdstandard/adopt', { id: standard.id, organisation_id: college.id })
  const { start, end } = { start: `${day(0).slice(0, 4)}-01-01`, end: `${day(0).slice(0, 4)}-12-31` }
  await client.create('devcycle', { name: 'This year', start, end, cpd_standard_id: standard.id })
})
afterAll(async () => {
  await network?.stop()
})

async function openAs(person: Person, path: string, size = desk) {
  const page = await openPage(browser, size)
  const entering = await page.addInitScript((token) => localStorage.setItem('ringfence.token', token), person.token)
  await page.goto(`${network.url}${path}`)
  await entering.dispose()
  return page
}

it('a trainee records an activity split over categories, and the rings show what it counts', async () => {
  const page = await openAs(college.trainee, '/app/dashboard')
  await page.getByText('0 activities, 0 h.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Add an activity' }).first().click()
  await page.getByLabel('What did you do?').fill('Audit of ankle scans')
  await page.getByRole('textbox', { name: 'Hours', exact: true }).fill('5')
  await page.getByRole('combobox', { name: 'Category 1' }).click()
  await page.getByRole('option', { name: 'Measuring outcomes', exact: true }).click()
  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByText('Sum: 5 h').waitFor()
  await page.getByLabel('Hours in Measuring outcomes').fill('2')
  await page.getByText('Sum: 2 of 5 h, 3 h are left').waitFor()
  await page.getByRole('combobox', { name: 'Category 2' }).click()
  await page.getByRole('option', { name: 'Reviewing performance', exact: true }).click()
  await page.getByLabel('Hours in Reviewing performance').fill('4')
  await page.getByText('Sum: 6 of 5 h, 1 h too much').waitFor()
  // The server refuses it, too, and the form keeps what was typed.
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByRole('alert').getByText('credits').waitFor()
  await page.getByLabel('Hours in Reviewing performance').fill('3')
  await page.getByText('Sum: 5 h').waitFor()
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByRole('heading', { name: 'Audit of ankle scans' }).waitFor()
  await page.getByRole('definition').getByText('3 h', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('1 activity, 5 h.').waitFor()
  const line = page
    .getByRole('listitem')
    .filter({ hasText: 'easuring outcomes' })
    .filter({ has: page.locator('details') })
    .first()
  await line.locator('summary').click()
  await line.getByRole('link', { name: 'Audit of ankle scans' }).waitFor()
  expect(page.errors.filter((error) => !error.includes('400'))).toEqual([])
  await closePage(page)
})

it('a supervisor returns it with a note, the trainee corrects it on a phone, and it is verified', async () => {
  const [activity] = (await college.trainee.client.list('devactivity', { search: 'ankle' })).data
  const path = `/app/activity?id=${activity!.id}`
  const theirs = await openAs(college.supervisor, path)
  await theirs.getByRole('textbox', { name: 'Note' }).fill('Please add what you learned.')
  await theirs.getByRole('button', { name: 'Return' }).click()
  await theirs.getByText('Returned', { exact: true }).waitFor()
  await closePage(theirs)

  const page = await openAs(college.trainee, '/app/activities', phone)
  await page.getByRole('link', { name: 'Audit of ankle scans' }).click()
  await page.getByText('Please add what you learned.').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('What did you learn?').fill('Two views are needed.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recorded', { exact: true }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)

  const again = await openAs(college.supervisor, path)
  await again.getByText('Two views are needed.').waitFor()
  await again.getByRole('button', { name: 'Verify' }).click()
  await again.getByText('Verified', { exact: true }).waitFor()
  await closePage(again)
})

it('draws hours by month and procedures by role after the rings, with their numbers as tables', async () => {
  await college.trainee.client.create('procedure', { date: day(0), role: 'surgeon', supervision: 'present' })
  const page = await openAs(college.trainee, '/app/dashboard', phone)
  const hours = page.getByRole('region', { name: 'Hours by month' })
  await hours.locator('svg .recharts-bar-rectangle path').first().waitFor({ state: 'attached' })
  await hours.getByText('As a table').click()
  await hours.getByRole('cell', { name: '5', exact: true }).waitFor()
  const procedures = page.getByRole('region', { name: 'Procedures by role and supervision' })
  await procedures.getByText('As a table').click()
  await procedures.getByRole('row', { name: 'Surgeon 1' }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a college without trackers begins with its dashboard, and meets nothing of trackers', async () => {
  await switchFeatures(network, college.id, ['files', 'cpd'])
  const page = await openAs(college.administrator, '/')
  await page.waitForURL(`${network.url}/app/dashboard`)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'My Home' }).click()
  expect(new URL(page.url()).pathname).toBe('/app/dashboard')
  const offered = (await menu.getByRole('link').allTextContents()).join()
  expect(offered).not.toMatch(/map|tracker|boundar|alert|history/i)
  await page.goto(`${network.url}/app/home`)
  await page.waitForURL(`${network.url}/app/dashboard`)
  await page.goto(`${network.url}/app`)
  await page.getByRole('main').getByRole('link', { name: 'Open the dashboard' }).click()
  await page.waitForURL(`${network.url}/app/dashboard`)
  for (const path of ['/app/admin', '/app/settings/admin', '/app/settings', '/app/organisation/admin']) {
    await page.goto(network.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true], .mantine-Loader-root').count()).toBe(0)
    expect(await page.locator('main').textContent(), path).not.toMatch(/tracker|boundar|alert|switched off/i)
  }
  expect(page.errors).toEqual([])
  await closePage(page)
  await switchFeatures(network, college.id, ['tracking', 'files', 'cpd'])
})

it('an organisation without professional development has no menu of it, and the page says so', async () => {
  await switchFeatures(network, college.id, ['tracking', 'files'])
  const page = await openAs(college.customer, '/app/activities')
  await page.getByText('Professional development: switched off').waitFor()
  expect(await page.getByRole('link', { name: 'Activities' }).count()).toBe(0)
  await closePage(page)
  await switchFeatures(network, college.id, ['tracking', 'files', 'cpd'])
})

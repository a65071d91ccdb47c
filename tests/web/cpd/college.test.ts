import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import type { Person } from '../../seeds/people.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let college: College
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  college = await makeCollege(network, 'college')
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

const year = day(0).slice(0, 4)

it('an administrator makes a cycle from a built-in standard for a role, with a shared goal', async () => {
  const page = await openAs(college.administrator, '/app/cycles/admin')
  await page.getByRole('link', { name: 'Add a cycle' }).first().click()
  await page.getByLabel('Name').fill(`CPD ${year}`)
  await page.getByRole('textbox', { name: 'Start' }).fill(`${year}-01-01`)
  await page.getByRole('textbox', { name: 'End' }).fill(`${year}-12-31`)
  await page.getByRole('combobox', { name: 'Standard' }).fill('Medical Board of Australia')
  await page.getByRole('option', { name: /^Medical Board of Australia \(/ }).click()
  await page.getByText('Check with your regulator.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Source' }).getAttribute('href')).toMatch(/^https:/)
  await page.getByLabel('Members with the role').selectOption('User')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: `CPD ${year}`, level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Add a goal' }).click()
  await page.getByLabel('Goal').fill('Talk about your work with a peer')
  await page.getByLabel('Category').fill('Peers')
  await page.getByLabel('Compulsory').check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Talk about your work with a peer' }).waitFor()
  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByRole('link', { name: 'Measuring outcomes' }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a trainee adds a goal to the plan and submits it; the supervisor signs it', async () => {
  const page = await openAs(college.trainee, '/app/plan', phone)
  await page.getByRole('link', { name: 'Talk about your work with a peer' }).waitFor()
  await page.getByText('Compulsory', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Add a goal' }).click()
  await page.getByLabel('Goal').fill('Learn ultrasound of the ankle')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Add progress' }).waitFor()
  await page.getByLabel('Reached (%)').fill('40')
  await page.getByRole('button', { name: 'Add progress' }).click()
  await page.getByRole('listitem').getByText('40 %').waitFor()
  await page.getByRole('link', { name: 'To the plan' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Submitted', { exact: true }).waitFor()
  const path = new URL(page.url()).pathname + new URL(page.url()).search
  expect(page.errors).toEqual([])
  await closePage(page)

  const theirs = await openAs(college.supervisor, '/app/plans?of=waiting')
  await theirs.getByRole('link', { name: `CPD ${year}` }).click()
  await theirs.waitForURL(`${network.url}${path}`)
  // What is above the signature is there, so that the button does not move under the pointer.
  await theirs.getByRole('heading', { name: 'Result', exact: true }).waitFor()
  await theirs.waitForLoadState('networkidle')
  await theirs.getByText('Type', { exact: true }).click()
  await theirs.locator('input[name=signature]').fill('Mere Rangi')
  await theirs.getByRole('button', { name: 'Agree', exact: true }).click()
  await theirs.getByText('Agreed', { exact: true }).waitFor()
  expect(theirs.errors).toEqual([])
  await closePage(theirs)

  // The ring of the plan has moved.
  const after = await openAs(college.trainee, '/app/dashboard')
  await after.getByText(/A written professional development plan: recorded/).waitFor()
  await closePage(after)
})

it('a trainee records cases one after another on a phone, and the next has what stays the same', async () => {
  const page = await openAs(college.trainee, '/app/procedure/edit', phone)
  const inputs = page.getByRole('main').locator('input, select, textarea').filter({ visible: true })
  await page.getByLabel('Type').waitFor()
  await expect.poll(() => inputs.count()).toBeLessThanOrEqual(8)
  await page.getByLabel('Type').fill('Ankle ultrasound')
  await page.getByLabel('Modality').fill('Ultrasound')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Surgeon')
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByText('Case 1 has been recorded.').waitFor()
  await expect.poll(() => page.getByLabel('Case number').inputValue()).toBe('2')
  await expect.poll(() => page.getByLabel('Modality').inputValue()).toBe('Ultrasound')
  await expect.poll(() => page.getByLabel('Type').inputValue()).toBe('')
  await page.getByLabel('Type').fill('Knee ultrasound')
  await page.getByRole('heading', { name: 'Details' }).click()
  await page.getByLabel('NHI number').fill('ZZZ0001')
  await page.getByRole('button', { name: 'Record' }).click()
  // A wrong check digit is named at its field, which is open.
  await expect.poll(() => page.getByLabel('NHI number').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('NHI number').fill('ZZZ0016')
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByText('Case 2 has been recorded.').waitFor()
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.getByText('ZZZ••••').waitFor()
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('ZZZ0016').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('For review', { exact: true }).waitFor()
  const { pathname, search } = new URL(page.url())
  expect(page.errors.filter((error) => !error.includes('400'))).toEqual([])
  await closePage(page)

  const theirs = await openAs(college.supervisor, pathname + search)
  await theirs.getByRole('button', { name: 'Approve' }).click()
  await theirs.getByText('Approved', { exact: true }).first().waitFor()
  await closePage(theirs)
})

it('an administrator publishes a form, and a trainee fills it in', async () => {
  const page = await openAs(college.administrator, '/app/formtemplate/admin')
  await page.getByLabel('Name').fill('Self-assessment')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('How did it go?')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Scale')
  await page.getByLabel('At least').fill('1')
  await page.getByLabel('At most').fill('5')
  await page.getByLabel('Required').check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)

  const theirs = await openAs(college.trainee, '/app/forms')
  await theirs.getByRole('link', { name: 'Fill in a form' }).first().click()
  await theirs.getByRole('link', { name: 'Self-assessment' }).click()
  await theirs.getByRole('button', { name: 'Submit' }).click()
  await theirs.getByText('Please fill this in.').waitFor()
  await theirs.getByRole('radio', { name: '4' }).check()
  await theirs.getByRole('button', { name: 'Submit' }).click()
  await theirs.getByRole('cell', { name: 'Submitted' }).first().waitFor()
  expect(theirs.errors).toEqual([])
  await closePage(theirs)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let home: College
let other: College
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  home = await makeCollege(network, 'home')
  other = await makeCollege(network, 'other')
  await other.administrator.client.create('devcategory', { code: 'RP', name: 'Reviewing performance' })
  await network.db
    .insertInto('membership')
    .values({ organisation_id: other.id, user_id: home.trainee.id, role_name: 'User' })
    .execute()
})
afterAll(async () => {
  await network?.stop()
})

it('an activity counts in a second college of its person, who sees it in both and ends it', async () => {
  const { client, token } = home.trainee
  const body = { organisation_id: home.id, completed_on: day(-9), hours: 4, target: 'Workshop on sepsis' }
  const { data } = await client.create('devactivity', body)
  const page = await openPage(browser, phone)
  const entering = await page.addInitScript((own) => localStorage.setItem('ringfence.token', own), token)
  await page.goto(`${network.url}/app/activity?id=${data.id}`)
  await entering.dispose()
  await page.getByRole('button', { name: 'Count it in another organisation, too' }).click()
  await page.getByRole('combobox', { name: 'Category 1' }).click()
  await page.getByRole('option', { name: 'Reviewing performance' }).click()
  await page.getByRole('button', { name: 'Count it there' }).click()
  await page.getByText('It counts in other, too').waitFor()
  await page.setViewportSize(desk)
  await page.getByRole('link', { name: 'Show it there' }).click()
  await page.getByText('It was recorded in home').waitFor()
  await page.getByText('Reviewing performance').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('It was recorded in home').waitFor()
  expect(await page.getByLabel('Title').count()).toBe(0)
  await page.getByLabel('What did you learn?').fill('Early antibiotics')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Early antibiotics').waitFor()
  await page.goto(`${network.url}/app/activity?id=${data.id}`)
  await page.getByRole('button', { name: 'Count it here alone' }).click()
  await page.getByRole('button', { name: /Count it here alone/ }).click()
  await page.getByRole('button', { name: 'Count it in another organisation, too' }).waitFor()
  expect((await client.read('devactivity', data.id)).data.counts_in).toEqual([])
  expect(page.errors).toEqual([])
  await closePage(page)
})

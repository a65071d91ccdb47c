import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { enter, guest, PASSWORD, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
let page: TestPage

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Te Karapu' })).data.id
  await switchFeatures(network, organisation_id, ['files', 'billing'])
  await enter(network, 'treasurer', organisation_id, 'Administrator')
  await enter(network, 'mere', organisation_id, 'User')
  const { client: books } = await signedIn('treasurer')
  const make = (code: string, unit_amount: number, more: object) =>
    books.create('product', { organisation_id, code, name: code, unit_amount, ...more } as never)
  const { data: monthly } = await make('Monthly', 2000, { period: 'month' })
  await make('Yearly', 23_000, { period: 'year' })
  await make('Abroad', 9900, { period: 'year', currency: 'USD' })
  const { id: user_id } = await signedIn('mere')
  await books.create('subscription', { organisation_id, user_id, product_id: monthly.id })
})
afterAll(async () => {
  await network?.stop()
})

async function signedIn(username: string) {
  const { data } = await guest(network).client.call('POST', 'user/signin', { username, password: PASSWORD })
  return { id: data.user.id, client: guest(network, data.token).client }
}

it('a treasurer raises two prices by per cent, after seeing whom that concerns', async () => {
  page = await openPage(browser)
  await signInAs(page, network, 'treasurer', '/app/pricechanges/admin')
  await page.getByRole('main').getByRole('button', { name: 'Change prices' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  await dialog.getByRole('checkbox', { name: 'Monthly' }).check()
  await dialog.getByRole('checkbox', { name: 'Abroad' }).check()
  // Of several currencies there is no single price.
  expect(await dialog.getByRole('radio', { name: 'An amount' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Per cent', { exact: true }).fill('7,5')
  await dialog.getByLabel('Round each price to').selectOption('0.5')
  await dialog.getByText('1 member pays the new price.').waitFor()
  await dialog.getByText('$21.50', { exact: false }).first().waitFor()
  await dialog.getByText('A year, NZD, 1 member').waitFor()
  await dialog.getByText('$18.00').waitFor()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Monthly' }).getByText('Scheduled').waitFor()
  await page.getByRole('link', { name: 'Monthly' }).click()
  await page.getByRole('heading', { level: 1, name: 'New price: Monthly' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'mere' }).getByText('No answer yet').waitFor()
})

it('a member reads old and new price, agrees, and leaves after all', async () => {
  await page.goto(`${network.url}/app/signout`)
  await page.waitForURL(`${network.url}/`)
  await signInAs(page, network, 'mere', '/app/membership')
  await page.getByText('It is $21.50 a month instead of $20.00.').waitFor()
  await page.getByRole('button', { name: 'Agree' }).click()
  await page.getByRole('dialog', { name: 'Agree to the new price?' }).getByRole('button', { name: 'Agree' }).click()
  await page.getByText('You have agreed.').waitFor()
  await page.getByRole('button', { name: 'Leave at the end of the period' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave at the end of the period?' })
  await dialog.getByRole('button', { name: 'Leave at the end of the period' }).click()
  await page.getByText('Cancelled: ends on').waitFor()
})

it('the treasurer reads who leaves, and cancels the change', async () => {
  await page.goto(`${network.url}/app/signout`)
  await page.waitForURL(`${network.url}/`)
  await signInAs(page, network, 'treasurer', '/app/pricechanges/admin')
  await page.getByRole('link', { name: 'Monthly' }).click()
  await page.getByRole('row').filter({ hasText: 'mere' }).getByText('Declined: leaves').waitFor()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the change' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  expect(page.errors).toEqual([])
})

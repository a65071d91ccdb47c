import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { enter, guest, PASSWORD, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let page: TestPage
let books: Client
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  const organisation_id = (await network.admin.create('organisation', { name: 'Builders' })).data.id
  await switchFeatures(network, organisation_id, ['billing'])
  await enter(network, 'builder', organisation_id, 'Administrator')
  const session = { username: 'builder', password: PASSWORD }
  books = guest(network, (await guest(network).client.call('POST', 'user/signin', session)).data.token).client
  await books.create('invoicing/contact', { organisation_id, name: 'Hospital', email: 'h@example.com' })
})
afterAll(async () => {
  await network?.stop()
})

it('a treasurer asks for a deposit, a guest accepts it, and the final invoice takes it off', async () => {
  page = await openPage(browser)
  await signInAs(page, network, 'builder', '/app/quote/admin')
  await page.getByLabel('Contact').first().fill('Hosp')
  await page.getByRole('option', { name: 'Hospital' }).click()
  const line = page.getByRole('list', { name: 'Lines' }).getByRole('listitem').first()
  await line.getByLabel('Description').fill('A fence')
  await line.getByLabel('Unit price').fill('1150')
  await page.getByLabel('Deposit', { exact: true }).selectOption('Per cent')
  await page.getByLabel('Per cent of the whole').fill('100')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be less than the whole').first().waitFor()
  await page.getByLabel('Per cent of the whole').fill('20')
  await page.getByLabel('Authorise its invoice when it is accepted').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Draft of a quote' }).waitFor()
  const [quote] = (await books.list('quote', {})).data
  expect(quote).toMatchObject({ deposit: 23_000, deposit_percent: '20.0000' })
  await books.call('POST', 'quote/send', { id: quote!.id })
  const { rows } = await sql<{ text: string }>`select text from message where text like '%/app/quote#%'`.execute(
    network.db,
  )

  await page.goto(`${network.url}/app/quote#${/\/app\/quote#(\S+)/.exec(rows[0]!.text)![1]}`)
  await page.getByText('$230.00, to pay when it is accepted').waitFor()
  await page.getByLabel('Your name').fill('Aroha Walker')
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Accepted by Aroha Walker').waitFor()

  await page.goto(`${network.url}/app/quote/admin?id=${quote!.id}`)
  await page.getByRole('link', { name: 'INV-0001' }).waitFor()
  await page.getByRole('button', { name: 'Write the final invoice' }).click()
  await page.getByRole('link', { name: 'INV-0002' }).click()
  await page.getByText('Deposit INV-0001').first().waitFor()
  await page.getByText('$920.00').first().waitFor()
  await page.goto(`${network.url}/app/billingreports/admin?report=deposits`)
  await page.getByRole('cell', { name: 'INV-0002' }).waitFor()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBalances } from '#api/billing/providers/stripe/balance/read.ts'
import type { Client } from '#api/client.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from '../../billing/fake_stripe.ts'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { enter, guest, PASSWORD, signInAs } from '../people.ts'

let stripe: FakeStripe
let network: Network
let browser: Browser
let page: TestPage
let books: Client
let organisation_id: number
beforeAll(async () => {
  stripe = await startStripe()
  network = await startSite({ ...stripe.settings })
  // The test says when the balance is read.
  network.server.api.tasks.find(({ name }) => name === 'upkeep of providers')!.run = async () => {}
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Builders' })).data.id
  await switchFeatures(network, organisation_id, ['billing'])
  await enter(network, 'builder', organisation_id, 'Administrator')
  const session = { username: 'builder', password: PASSWORD }
  books = guest(network, (await guest(network).client.call('POST', 'user/signin', session)).data.token).client
  const { balance } = stripe
  const at = Date.parse('2026-11-02T00:00:00Z') / 1000
  for (let i = 0; i < 8; i++) balance.charge(`pi_${i}`, 11_500, 364, 0, at + i * 3600)
  const payout = balance.payout(89_088, at + 2 * 86_400)
  payout.status = 'paid'
  balance.fail(balance.payout(2000))
  await books.call('POST', 'invoicing/connect', { kind: 'stripe', secret_key: STRIPE_KEY, organisation_id } as never)
  await readBalances(network.server.api.context)
  const file = Buffer.from('Date,Amount,Payee\n2026-11-04,890.88,STRIPE\n').toString('base64')
  await books.call('POST', 'bankstatement/import', { organisation_id, name: 'november.csv', file } as never)
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

it('a treasurer confirms a payout by its line of the bank, and reads what Stripe holds and has taken', async () => {
  page = await openPage(browser)
  await signInAs(page, network, 'builder', '/app/bank/admin')
  await page.getByText('Payout of Stripe, 4 Nov 2026').waitFor()
  await page.getByText('99 % sure: amount, day, name').waitFor()
  await page.getByRole('button', { name: 'Confirm 1 line' }).click()
  await page.getByText('No line of the bank waits to be confirmed.').waitFor()
  await page.getByRole('tab', { name: 'Payouts' }).click()
  const paid = page.getByRole('row').filter({ hasText: '$890.88' })
  await paid.getByText('Paid out').waitFor()
  await page.getByText('The bank account has been closed.').waitFor()
  await page.getByRole('tab', { name: 'At Stripe' }).click()
  await page.getByRole('cell', { name: 'Payout returned' }).waitFor()
  await page.goto(`${network.url}/app/billingreports/admin?report=stripe&from=2026-01-01`)
  const held = page.getByRole('row').filter({ hasText: 'Held at the end' })
  await held.getByText('$0.00').waitFor()
  await page.getByRole('row').filter({ hasText: 'Payouts to the bank' }).waitFor()
  await page.goto(`${network.url}/app/billingreports/admin?report=profit_and_loss&from=2026-01-01`)
  await page.getByRole('row').filter({ hasText: 'Payment fees' }).getByText('$29.12').first().waitFor()
  expect(page.errors).toEqual([])
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeStripe, startStripe } from '../../billing/fake_stripe.ts'
import { makePayers, type Payers } from '../../billing/payers.ts'
import type { Network } from '../../network.ts'
import { PASSWORD, type Person } from '../../seeds/people.ts'
import { openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { fillSignIn } from '../people.ts'

let stripe: FakeStripe
let network: Network
let browser: Browser
let payers: Payers
let mere: Person
let invoice_id: number
let page: TestPage

beforeAll(async () => {
  stripe = await startStripe()
  network = await startSite({ ...stripe.settings, PROVIDER_RETRY_S: '1' })
  browser = await startBrowser()
  payers = await makePayers(network, stripe, 'mere')
  mere = await payers.newPerson()
  invoice_id = await payers.renew(mere)
  page = await openPage(browser)
})
afterAll(async () => {
  await network?.stop()
  await stripe?.stop()
})

async function enterAs(username: string, path: string): Promise<void> {
  await page.goto(`${network.url}/app/signout`)
  await page.waitForURL(`${network.url}/`)
  await page.goto(`${network.url}/app/signin?next=${encodeURIComponent(path)}`)
  await fillSignIn(page, username, PASSWORD)
  await page.waitForURL(`${network.url}${path}`)
}

/** Stripe's page, on which the person enters a card at once and is sent back. */
async function standInForStripe(on: Page): Promise<void> {
  await on.route('https://checkout.stripe.example/**', async (route) => {
    const [id, session] = [...stripe.sessions.entries()].at(-1)!
    stripe.store(id, ['declined'])
    const { pathname, search } = new URL(String(session.success_url))
    await route.fulfill({ status: 302, headers: { location: `${network.url}${pathname}${search}` } })
  })
}

it('a member reads the mandate, agrees to it, and comes back from Stripe with a card', async () => {
  await standInForStripe(page)
  await enterAs(mere.username, '/app/membership')
  await page.getByText('Store a card, and your renewals are paid by it').waitFor()
  await page.getByRole('button', { name: 'Store a card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Store a card' })
  expect(await dialog.getByRole('button', { name: 'Go to Stripe' }).isDisabled()).toBe(true)
  await dialog.getByText('A higher price is charged only after I have agreed to it').waitFor()
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Go to Stripe' }).click()
  // Stripe's notification has not come: the card is there all the same.
  await page.getByText('Visa ending in 4242').waitFor()
  await page.getByText('expires 12/2040').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

it('the invoice says how its payment stands, and the treasurer sees whom the bank has refused', async () => {
  await payers.round()
  await page.goto(`${network.url}/app/invoice?id=${invoice_id}`)
  const failed = /Visa ending in 4242 was not charged: attempt 1\. It is tried again on .*Your card was declined\./
  await page.getByText(failed).waitFor()
  await enterAs(payers.college.administrator.username, '/app/cardpayments/admin')
  const row = page.getByRole('row').filter({ hasText: mere.username })
  await row.getByText('Waits').waitFor()
  await row.getByText('Your card was declined.').waitFor()
  await page.getByRole('tab', { name: 'Stored cards' }).click()
  await page.getByRole('row').filter({ hasText: mere.username }).getByText('12/2040').waitFor()
  await page.goto(`${network.url}/app/invoice/admin?id=${invoice_id}`)
  await page.getByText(failed).waitFor()
  // Nobody but the member has a button for the card.
  expect(await page.getByRole('button', { name: /card/i }).count()).toBe(0)
})

it('the member removes the card, and nothing is charged any more', async () => {
  await enterAs(mere.username, '/app/membership')
  await page.getByRole('button', { name: 'Remove the card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the card?' })
  await dialog.getByRole('button', { name: 'Remove the card' }).click()
  await page.getByText('Store a card, and your renewals are paid by it').waitFor()
  await payers.later(invoice_id)
  await payers.round()
  expect(payers.chargesOf(invoice_id)).toHaveLength(1)
  await page.goto(`${network.url}/app/invoice?id=${invoice_id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('is tried again').count()).toBe(0)
  expect(page.errors).toEqual([])
})

import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../../network.ts'
import { readPdf } from '../../pdf.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { closeAll, enter, followMail, guest, PASSWORD, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
let page: TestPage
/** The treasurer's. */
let books: Client

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Te Kāreti' })).data.id
  await switchBilling(true)
  await enter(network, 'treasurer', organisation_id, 'Administrator')
  const { data } = await guest(network).client.call('POST', 'user/signin', {
    username: 'treasurer',
    password: PASSWORD,
  })
  books = guest(network, data.token).client
  await books.create('product', {
    organisation_id,
    code: 'FELLOW',
    name: 'Fellow',
    description: 'All that a fellow gets.',
    unit_amount: 115_000,
    public: true,
  })
  await books.create('product', { organisation_id, code: 'RETIRED', name: 'Retired', unit_amount: 23_000 })
})
afterAll(async () => {
  await network?.stop()
})

it('a guest sees prices, registers, comes back, subscribes, downloads the invoice and sees the transaction', async () => {
  page = await openPage(browser)
  await page.goto(`${network.url}/app/pricing?organisation=${organisation_id}`)
  const fellow = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Fellow' }) })
  await fellow.getByText('$1,150.00 a year').waitFor()
  await fellow.getByText('including $150.00 tax').waitFor()
  // Not everybody may buy it.
  expect(await page.getByRole('heading', { name: 'Retired' }).count()).toBe(0)

  await page.getByRole('link', { name: 'Register', exact: true }).last().click()
  await page.getByLabel('E-mail').fill('mere@example.com')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('A mail with a link is on its way.').waitFor()
  await followMail(page, network, 'mere@example.com')
  await page.getByLabel('Username').fill('mere')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the new password').fill(PASSWORD)
  await page.getByRole('checkbox').last().check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username or e-mail').fill('mere')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()

  await fellow.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Fellow?' })
  await dialog.getByText('You get an invoice of $1,150.00 by e-mail.').waitFor()
  await dialog.getByRole('button', { name: 'Subscribe now' }).click()
  await page.getByRole('heading', { level: 1, name: 'My membership' }).waitFor()
  const membership = page.getByRole('region', { name: 'Fellow' })
  await membership.getByText('Active').waitFor()

  await page.getByRole('link', { name: /^INV-/ }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor()
  await expect.poll(() => amountsOn(page)).toMatchObject({ Net: '1000.00', 'Total NZD': '1150.00' })
  expect(await pdfOf(page)).toContain('1150.00')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('row').filter({ hasText: 'Charge' }).getByText('$1,150.00').waitFor()
  await page.getByRole('row').filter({ hasText: 'Charge' }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Charge $1,150.00' }).waitFor()
})

it('a member cancels at the end of the period, keeps the membership after all, and changes to another', async () => {
  await page.goto(`${network.url}/app/membership`)
  await page.getByRole('button', { name: 'Cancel the membership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the membership' }).click()
  await page.getByText('Cancelled: ends on').waitFor()
  await page.getByRole('button', { name: 'Keep the membership' }).click()
  await page.getByText('Cancelled: ends on').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Change the membership' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to another membership' })
  await dialog.getByText('Credited to you').waitFor()
  await dialog.getByText('$230.00', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  // The first invoice is not paid yet, so what follows it opens with the payment.
  await page.getByRole('region', { name: 'Retired' }).getByText('Waits for payment').waitFor()
  await page.goto(`${network.url}/app/signout`)
  await page.waitForURL(`${network.url}/`)
})

it('an administrator writes an invoice whose live totals are those of the PDF, and credits it', async () => {
  const { data: contact } = await books.create('invoicing/contact', {
    organisation_id,
    name: 'Hospital of Ōtautahi',
    email: 'pay@example.com',
  })
  const contact_id = contact.id
  const [config] = (await books.list('billingconfig', { organisation_id })).data
  await books.update('billingconfig', { id: config!.id, amounts_are: 'exclusive' })
  await signInAs(page, network, 'treasurer', '/app/invoices/admin')
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  await page
    .getByRole('combobox', { name: 'To' })
    .or(page.getByLabel('To', { exact: false }))
    .first()
    .fill('Hosp')
  await page.getByRole('option', { name: 'Hospital of Ōtautahi' }).click()
  for (let line = 0; line < 3; line++) {
    if (line > 0) await page.getByRole('button', { name: 'Add a line' }).click()
    const fields = page.getByRole('list', { name: 'Lines' }).getByRole('listitem').nth(line)
    await fields.getByLabel('Description').fill(`Gloves, box ${line + 1}`)
    await fields.getByLabel('Unit price').fill('0.10')
  }
  await expect.poll(() => amountsOn(page)).toMatchObject({ Net: '0.30', 'Total NZD': '0.36' })
  const first = page.getByRole('list', { name: 'Lines' }).getByRole('listitem').first()
  await first.getByLabel('Quantity').fill('1.00005')
  await page.getByText('Not a valid number').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Authorise' }).isDisabled()).toBe(true)
  await first.getByLabel('Quantity').fill('2.5')
  await first.getByLabel('Disc. %').fill('10')
  const typed = await amountsOn(page)
  expect(typed).toMatchObject({ Net: '0.43', 'Total NZD': '0.50' })
  await page.getByRole('button', { name: 'Authorise' }).click()
  await page.getByText('nothing says how to pay').waitFor()
  await books.update('billingconfig', { id: config!.id, payment_details: '12-3456-7890123-00' })
  await page.getByRole('button', { name: 'Authorise' }).click()
  await page.getByRole('heading', { level: 1, name: /Invoice INV-/ }).waitFor()
  await expect.poll(() => amountsOn(page)).toEqual(typed)
  const pdf = await pdfOf(page)
  for (const amount of Object.values(typed)) expect(pdf).toContain(amount)

  await page.getByRole('button', { name: 'Record a payment' }).click()
  const payment = page.getByRole('dialog')
  await payment.getByLabel('Amount').fill('0.20')
  await payment.getByRole('button', { name: 'Record' }).click()
  await page.getByText('The payment has been recorded.').waitFor()
  await expect.poll(() => amountsOn(page)).toMatchObject({ Open: '0.30' })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Credit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make the credit note' }).click()
  await page.getByRole('heading', { level: 1, name: /Credit note CN-/ }).waitFor()

  const other = await books.call('POST', 'invoicing/invoices', {
    organisation_id,
    contact_id,
    authorise: true,
    lines: [{ description: 'Masks', unit_price: '10' }],
  })
  await page.getByRole('button', { name: 'Set off' }).click()
  await page.getByRole('dialog').getByText(other.data.document_number).waitFor({ state: 'attached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Set off' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const { data } = await books.call('GET', 'invoices/totals', { organisation_id })
  await page.goto(`${network.url}/app/invoices/admin`)
  await page.locator('dl').first().waitFor()
  const sums = Object.fromEntries(await pairsIn(page.locator('dl[aria-label^=Sums]').first()))
  expect(toMinor(sums['Total NZD']!)).toBe(data[0].gross)
  expect(toMinor(sums.Open!)).toBe(data[0].open)
})

it('an administrator cancels a membership at the end of its period', async () => {
  await page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name: 'Memberships' }).click()
  await page.getByRole('row').filter({ hasText: 'Retired' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Cancel the membership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the membership' }).click()
  await page.getByText('Ends soon').waitFor()
})

it('without the feature there is no menu line, and the pages say so', async () => {
  await switchBilling(false)
  await page.goto(`${network.url}/app/invoices/admin`)
  await page.getByRole('heading', { level: 1, name: 'Billing: switched off' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Invoices' }).count()).toBe(0)
  await closeAll(page)
})

const switchBilling = (on: boolean) =>
  switchFeatures(network, organisation_id, on ? ['tracking', 'files', 'billing'] : ['tracking', 'files'])

/** The totals of the invoice that the page shows, in major units without separators. */
async function amountsOn(page: Page): Promise<Record<string, string>> {
  const pairs = await pairsIn(page.locator('dl[aria-label=Totals]').first())
  return Object.fromEntries(pairs.map(([name, amount]) => [name, amount.replace(/[^\d.]/g, '')]))
}

async function pairsIn(list: ReturnType<Page['locator']>): Promise<[name: string, text: string][]> {
  await list.waitFor()
  return list.evaluate((element) =>
    [...element.children].map((line): [string, string] => [
      line.querySelector('dt')!.textContent!,
      line.querySelector('dd')!.textContent!,
    ]),
  )
}

/** The text of the PDF that the page's button downloads, without separators of thousands. */
async function pdfOf(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ])
  const { text } = await readPdf(readFileSync(await download.path()))
  return text.replace(/(\d),(?=\d{3})/g, '$1')
}

const toMinor = (shown: string) => Math.round(Number(shown.replace(/[^\d.-]/g, '')) * 100)

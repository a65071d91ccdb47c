import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { openPage, startBrowser, startSite } from '../browser.ts'
import { enter, guest, PASSWORD, signInAs } from '../people.ts'

let network: Network
let browser: Browser
let books: Client
let named: { id: number; document_number: string }
let split: typeof named
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  const { id: organisation_id } = (await network.admin.create('organisation', { name: 'Exporters' })).data
  await network.admin.update('organisation', { id: organisation_id, gst_number: '49-091-850' })
  await switchFeatures(network, organisation_id, ['billing'])
  await enter(network, 'exporter', organisation_id, 'Administrator')
  await enter(network, 'buyer', organisation_id, 'User')
  const session = { username: 'exporter', password: PASSWORD }
  books = guest(network, (await guest(network).client.call('POST', 'user/signin', session)).data.token).client
  const [config] = (await books.list('billingconfig', { organisation_id })).data
  await books.update('billingconfig', { id: config!.id, payment_details: '12-3456-7890123-00' })
  const buyer = await network.db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'buyer')
    .executeTakeFirstOrThrow()
  const contact = { organisation_id, name: 'Kiri Abroad', user_id: buyer.id }
  const { data } = await books.create('invoicing/contact', contact as never)
  const invoice = async (unit_price: string) => {
    const of = { organisation_id, contact_id: data.id, currency: 'USD', exchange_rate: '0.5', amounts_are: 'no_tax' }
    const body = { ...of, lines: [{ description: 'Course', unit_price }], authorise: true }
    return (await books.call('POST', 'invoicing/invoices', body as never)).data as unknown as typeof named
  }
  named = await invoice('100')
  split = await invoice('40')
  const csv = `Date,Amount,Payee\n2026-11-04,198.00,${named.document_number}\n2026-11-05,70.00,Transfer\n`
  const file = Buffer.from(csv).toString('base64')
  await books.call('POST', 'bankstatement/import', { organisation_id, name: 'november.csv', file } as never)
})
afterAll(() => network?.stop())

it('a treasurer confirms lines in the home currency for documents in another, and says how much of them is paid', async () => {
  const page = await openPage(browser)
  await signInAs(page, network, 'exporter', '/app/bank/admin')
  await page.getByText(`${named.document_number} · Kiri Abroad · US$100.00`).waitFor()
  await page.getByText('92 % sure: number, amount at about its rate').waitFor()
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Invoice', { exact: true }).fill(split.document_number)
  await page.getByRole('option', { name: split.document_number }).click()
  // NZD 70.00 at 0.5 are USD 35.00 of the USD 40.00.
  const paid = dialog.getByRole('textbox', { name: `Paid of ${split.document_number}` })
  await expect.poll(() => paid.inputValue()).toBe('35.00')
  await paid.fill('36')
  await dialog.getByRole('button', { name: 'Take this' }).click()
  await page.getByText(`${split.document_number} · Kiri Abroad · US$36.00`).waitFor()
  await page.getByRole('button', { name: 'Confirm 2 lines' }).click()
  await page.getByText('No line of the bank waits to be confirmed.').waitFor()
  const openOf = async (id: number) => (await books.read('invoice', id)).data.open
  expect([await openOf(named.id), await openOf(split.id)]).toEqual([0, 400])
  const { data: ledger } = await books.list('transaction', { sort: 'id', kind: 'payment' } as never)
  expect(ledger.map(({ home_amount, home_gain }) => [home_amount, home_gain])).toEqual([
    [-20_000, -200],
    [-7200, -200],
  ])
  expect(page.errors).toEqual([])
})

it('who is billed downloads the electronic invoice', async () => {
  const page = await openPage(browser)
  await signInAs(page, network, 'buyer', `/app/invoice?id=${named.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Electronic invoice (XML, UBL)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${named.document_number}.xml`)
  expect(page.errors).toEqual([])
})

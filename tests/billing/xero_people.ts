import { createHmac } from 'node:crypto'
import { TENANT } from './books.ts'
import { problemsOfXero } from './contract/xero.ts'
import { type FakeXero, WEBHOOK_KEY } from './fake_xero.ts'

/** What people do in the books at Xero. */
export function xeroPeople(xero: FakeXero) {
  const books = () => xero.books.get(TENANT.id)!
  const ask = (method: string, path: string, body: object) =>
    Object.values(books().handle(method, path, new URLSearchParams(), body) as Record<string, Entry[]>)[0]![0]!
  const invoiceOf = (number: string) => [...books().invoices.values()].find((one) => one.InvoiceNumber === number)!
  return {
    invoiceOf,
    pay: (number: string, Amount: number, Day = '2026-11-25') =>
      ask('PUT', 'Payments', {
        Payments: [
          { Invoice: { InvoiceID: invoiceOf(number).InvoiceID }, Account: { Code: '090' }, Amount, Date: Day },
        ],
      }),
    refund: (note: Entry, Amount: number) =>
      ask('PUT', 'Payments', {
        Payments: [
          { CreditNote: { CreditNoteID: note.CreditNoteID }, Account: { Code: '090' }, Amount, Date: '2026-11-25' },
        ],
      }),
    remove: ({ PaymentID }: Entry) => ask('POST', `Payments/${PaymentID}`, { Status: 'DELETED' }),
    void: (number: string) =>
      ask('POST', `Invoices/${invoiceOf(number).InvoiceID}`, { Invoices: [{ Status: 'VOIDED' }] }),
    allocate: (note: Entry, number: string, Amount: number) =>
      ask('PUT', `CreditNotes/${note.CreditNoteID}/Allocations`, {
        Allocations: [{ Invoice: { InvoiceID: invoiceOf(number).InvoiceID }, Amount, Date: '2026-11-25' }],
      }),
    note: (number: string, of: string, LineAmount: number) =>
      ask('PUT', 'CreditNotes', {
        CreditNotes: [
          {
            Type: 'ACCRECCREDIT',
            CreditNoteNumber: number,
            Contact: invoiceOf(of).Contact,
            CurrencyCode: 'NZD',
            LineAmountTypes: 'NoTax',
            LineItems: [
              { Description: 'Kindness', Quantity: 1, UnitAmount: LineAmount, AccountCode: '200', LineAmount },
            ],
          },
        ],
      }),
  }
}

/** Posts what Xero would; `key` another one is a wrong signature. */
export function sendWebhook(url: string, resource_ids: string[], key = WEBHOOK_KEY, tenant = TENANT.id) {
  const events = resource_ids.map((resourceId) => ({
    resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${resourceId}`,
    eventDateUtc: '2026-11-25T01:15:39.902',
    resourceId,
    tenantId: tenant,
    tenantType: 'ORGANISATION',
    eventType: 'UPDATE',
    eventCategory: 'INVOICE',
  }))
  const notification = { events, firstEventSequence: 1, lastEventSequence: events.length, entropy: 'SGVZW' }
  const problems = problemsOfXero('notification', notification)
  if (problems.length > 0) throw new Error(`Not as Xero's contract: ${problems.join('; ')}`)
  const body = JSON.stringify(notification)
  const signature = createHmac('sha256', key).update(body).digest('base64')
  return fetch(`${url}/api/v1/invoicing/xero`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xero-signature': signature },
    body,
  })
}

type Entry = Record<string, unknown>

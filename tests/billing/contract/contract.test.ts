import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { problemsOfStripeAnswer, problemsOfStripeEvent, problemsOfStripeRequest, wholeAnswer } from './stripe.ts'
import { problemsOfXero, problemsOfXeroAnswer, problemsOfXeroRequest } from './xero.ts'

const tenant = '11111111-2222-4333-8444-555555555555'
const xero = { accept: 'application/json', authorization: 'Bearer a', 'xero-tenant-id': tenant }
const written = { ...xero, 'idempotency-key': 'a key', 'content-type': 'application/json' }
const stripe = {
  authorization: 'Bearer rk_test',
  'stripe-version': Stripe.API_VERSION,
  'content-type': 'application/x-www-form-urlencoded',
}

test.each([
  ['a payment is deleted by a status', 'POST', `Payments/${tenant}`, '', { Status: 'DELETED' }, []],
  [
    'and not by a list',
    'POST',
    `Payments/${tenant}`,
    '',
    { Payments: [] },
    ['body.Status: missing', 'Payments: there'],
  ],
  ['a field that is unknown', 'PUT', 'Invoices', '', { Invoices: [{ Totals: 1 }] }, ['Invoices[0].Totals: there']],
  [
    'a type that is wrong',
    'PUT',
    'Invoices',
    '',
    { Invoices: [{ Total: '1' }] },
    ['Invoices[0].Total: "1" is not number'],
  ],
  [
    'a word that is unknown',
    'PUT',
    'Invoices',
    '',
    { Invoices: [{ Status: 'OPEN' }] },
    ['Status: "OPEN" is not DRAFT'],
  ],
  ['a day in another form', 'PUT', 'Invoices', '', { Invoices: [{ Date: '25/11/2026' }] }, ['Date: "25/11/2026"']],
  [
    'a country of other letters',
    'POST',
    'Contacts',
    '',
    { Contacts: [{ Addresses: [{ Country: 'Türkiye' }] }] },
    ['Country'],
  ],
  ['a name that is too long', 'POST', 'Contacts', '', { Contacts: [{ Name: 'n'.repeat(256) }] }, ['Contacts[0].Name']],
  ['a parameter that is unknown', 'PUT', 'Payments', 'unitdp=4', { Payments: [] }, ['query.unitdp: there']],
  ['an operation that is unknown', 'DELETE', 'Payments', '', {}, ['there is no such operation']],
] as const)('of a request to Xero: %s', (_, method, path, query, body, expected) => {
  const request = { method, path, query: new URLSearchParams(query), headers: written, body: JSON.stringify(body) }
  expect(problemsOfXeroRequest(request)).toEqual(expected.map((part) => expect.stringContaining(part)))
})

test('headers are part of a request to Xero', () => {
  const request = { method: 'GET', path: 'Invoices', query: new URLSearchParams('page=1'), body: '' }
  expect(problemsOfXeroRequest({ ...request, headers: xero })).toEqual([])
  expect(problemsOfXeroRequest({ ...request, headers: written })).toEqual([expect.stringContaining('idempotency-key')])
  const since = { ...xero, 'if-modified-since': 'Wed, 25 Nov 2026 00:00:00 GMT' }
  expect(problemsOfXeroRequest({ ...request, headers: since })).toEqual([expect.stringContaining('if-modified-since')])
  const { 'xero-tenant-id': _, ...without } = xero
  expect(problemsOfXeroRequest({ ...request, headers: without })).toEqual([expect.stringContaining('xero-tenant-id')])
})

test('the examples of its documents are as the contract of Xero says', () => {
  const account = { AccountID: tenant, Code: '091', Type: 'BANK', UpdatedDateUTC: '/Date(1550793549320+0000)/' }
  const around = { Id: tenant, Status: 'OK', ProviderName: 'Xero API Partner', DateTimeUTC: '/Date(1550793549392)/' }
  expect(problemsOfXeroAnswer('GET', 'Accounts', 200, { ...around, Accounts: [account] })).toEqual([])
  const Elements = [{ ValidationErrors: [{ Message: 'Please enter a unique Name.' }] }]
  const refused = { ErrorNumber: 10, Type: 'ValidationException', Message: 'A validation exception occurred', Elements }
  expect(problemsOfXeroAnswer('PUT', 'Invoices', 400, refused)).toEqual([])
  const connection = {
    id: '7cb59f93-2964-421d-bb5e-a0f7a4572a44',
    tenantId: 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58',
    tenantName: 'Demo Company (NZ)',
    tenantType: 'ORGANISATION',
    createdDateUtc: '2019-12-07T18:46:19.5165400',
  }
  expect(problemsOfXeroAnswer('GET', 'connections', 200, [connection])).toEqual([])
  const event = {
    resourceUrl: 'https://api.xero.com/api.xro/2.0/CreditNotes/55d84274-a3da-4829-a7c0-0cab601b95cc',
    resourceId: '55d84274-a3da-4829-a7c0-0cab601b95cc',
    tenantId: 'aef86862-2015-4b6b-88bc-d89032cecc50',
    tenantType: 'ORGANISATION',
    eventCategory: 'CREDITNOTE',
    eventType: 'CREATE',
    eventDateUtc: '2025-12-02T00:44:09.923',
    data: { Type: 'ACCPAYCREDIT', Status: 'DRAFT' },
  }
  const notification = {
    events: [event],
    firstEventSequence: 76,
    lastEventSequence: 76,
    entropy: 'FXNGWLCCGVANWHKILRUB',
  }
  expect(problemsOfXero('notification', notification)).toEqual([])
  expect(problemsOfXero('notification', { ...notification, entropy: 1 })).toEqual([
    expect.stringContaining('notification.entropy: 1 is not string'),
  ])
})

test.each([
  ['an amount of the smallest unit', 'refunds', 'payment_intent=pi_1&amount=100&metadata[a]=b', []],
  ['a part of a unit', 'refunds', 'payment_intent=pi_1&amount=1.5', ['form.amount: "1.5" is not number']],
  ['a field that is unknown', 'refunds', 'invoice=1', ['form.invoice: there is no such field']],
  ['a word that is unknown', 'checkout/sessions', 'mode=pay', ['form.mode: "pay" is not']],
  [
    'one inside a list',
    'checkout/sessions',
    'line_items[0][price_data][currency]=nzd&line_items[0][sum]=1',
    ['[0].sum: there'],
  ],
  ['a list', 'payment_intents', 'amount=1&currency=nzd&allowed_payment_method_types[0]=card', []],
  ['what is missing', 'payment_intents', 'amount=1', ['form.currency: missing']],
] as const)('of a form to Stripe: %s', (_, path, body, expected) => {
  const request = { method: 'POST', path, query: new URLSearchParams(), headers: stripe, body }
  expect(problemsOfStripeRequest(request)).toEqual(expected.map((part) => expect.stringContaining(part)))
})

test('answers of Stripe are whole, and of their types', () => {
  const refund = { id: 're_1', object: 'refund', amount: 100, status: 'succeeded' }
  const whole = wholeAnswer('POST', 'refunds', 200, refund)
  expect(whole).toMatchObject({ ...refund, payment_intent: null, charge: null, reason: null })
  expect(problemsOfStripeAnswer('POST', 'refunds', 200, whole)).toEqual([])
  expect(problemsOfStripeAnswer('POST', 'refunds', 200, { ...(whole as object), amount: '100', sum: 1 })).toEqual([
    expect.stringContaining('answer.amount: "100" is not number'),
    expect.stringContaining('answer.sum: there is no such field'),
  ])
  const event = { id: 'evt_1', object: 'event', type: 'refund.created', data: { object: { id: 1 } } }
  expect(problemsOfStripeEvent(event)).toContainEqual(expect.stringContaining('data.object.id: 1 is not string'))
})

/** The contract is of one version of the API: with the package stripe, stripe.txt is brought up to date too. */
test('the contract of Stripe is of the version that the package calls', () => {
  expect(Stripe.API_VERSION).toBe('2026-10-28.endive')
})

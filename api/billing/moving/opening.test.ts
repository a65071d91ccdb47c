import { describe, expect, it } from 'vitest'
import { guess } from '../../crud/imports/columns.ts'
import { computeDocument, toMajor } from '../money/document.ts'
import { contactColumns, invoiceColumns, memberColumns } from './columns.ts'
import { openingOf, taxedPartOf } from './opening.ts'
import { paidPeriodOf } from './paid_period.ts'

const how = { digits: 2, date_order: 'dmy', today: '2026-11-30' } as const
const line = { number: 'INV-0042', contact: 'Ana', issued_on: '31/10/2026', due_on: '14/11/2026', amount_due: '115.00' }

describe('a line of the books before', () => {
  it('is an invoice with what is open and the tax in it', () => {
    expect(openingOf({ ...line, total: '230.00', tax: '30.00' }, how)).toEqual({
      is: 'invoice',
      key: 'opening invoice inv-0042',
      number: 'INV-0042',
      issued_on: '2026-10-31',
      due_on: '2026-11-14',
      amount: 11_500,
      tax: 1500,
    })
  })

  it.each([
    ['a negative amount', { amount_due: '(20.00)' }],
    ['a credit note', { amount_due: '20.00', type: 'Sales credit note' }],
    ['an overpayment', { amount_due: '-20.00', type: 'Sales overpayment' }],
  ])('is credit: %s', (_, more) => {
    expect(openingOf({ ...line, ...more }, how)).toMatchObject({ is: 'credit', amount: 2000, issued_on: '2026-10-31' })
  })

  it.each<Record<string, string>>([{ amount_due: '0.00' }, { status: 'Voided' }, { status: 'Draft' }])(
    'is left out: %j',
    (more) => {
      expect(openingOf({ ...line, ...more }, how)).toEqual({ is: 'settled' })
    },
  )

  it('without a number is found by its contact, day and amount', () => {
    const { number: _, ...bare } = line
    expect(openingOf(bare, how)).toMatchObject({ key: 'opening invoice ana 2026-10-31 11500' })
  })

  it.each([
    ['amount_due', { amount_due: '1.005' }],
    ['amount_due', { amount_due: '1e15' }],
    ['issued_on', { issued_on: '31/02/2026' }],
    ['issued_on', { issued_on: '2026-12-01' }],
    ['due_on', { due_on: '30/10/2026' }],
    ['tax', { tax: '200.00' }],
    ['type', { type: 'Bill' }],
  ])('is refused by its %s: %j', (field, more) => {
    expect(() => openingOf({ ...line, ...more }, how)).toThrow(`${field}: `)
  })
})

describe('the taxed part', () => {
  it('has the tax to the cent, whatever of the invoice was taxed', () => {
    for (let tax = 1; tax <= 1500; tax++) {
      const taxed = taxedPartOf({ amount: 11_500, tax }, '15')
      const unit_price = toMajor(taxed, 2)
      const document = computeDocument({ amounts_are: 'inclusive', digits: 2, lines: [{ unit_price, tax_rate: '15' }] })
      expect(Math.abs(document.tax - tax)).toBeLessThanOrEqual(taxed === 11_500 ? 5 : 0)
    }
  })

  it('is refused where the rate cannot give as much', () => {
    expect(() => taxedPartOf({ amount: 11_500, tax: 2000 }, '15')).toThrow('tax: ')
  })
})

describe('a period that was paid', () => {
  it.each([
    ['2027-03-31', 'year', { period_began_on: '2026-04-01', anchor_day: 1, next_invoice_on: '2027-03-01' }],
    ['2027-02-28', 'year', { period_began_on: '2026-03-01', anchor_day: 1, next_invoice_on: '2027-01-29' }],
    ['2028-02-28', 'year', { period_began_on: '2027-02-28', anchor_day: 29, next_invoice_on: '2028-01-29' }],
    ['2027-02-27', 'quarter', { period_began_on: '2026-11-28', anchor_day: 28, next_invoice_on: '2027-02-13' }],
    ['2027-01-30', 'month', { period_began_on: '2026-12-31', anchor_day: 31, next_invoice_on: '2027-01-30' }],
  ] as const)('until %s, of a %s', (until, period, expected) => {
    expect(paidPeriodOf(until, { period, grace_days: 14 }, '2026-11-30')).toMatchObject({
      state: 'active',
      ended_on: null,
      ...expected,
    })
  })

  it('that is over is renewed within the days of grace, and has lapsed after them', () => {
    const of = (today: string) => paidPeriodOf('2026-11-30', { period: 'year', grace_days: 14 }, today)
    expect(of('2026-12-14')).toMatchObject({ state: 'active', ended_on: null, next_invoice_on: '2026-10-31' })
    expect(of('2026-12-15')).toMatchObject({ state: 'lapsed', ended_on: '2026-12-01', next_invoice_on: null })
  })
})

describe('columns are recognised', () => {
  it.each([
    [
      contactColumns,
      '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAddressLine1,POAddressLine2,POCity,POPostalCode,POCountry,PhoneNumber,TaxNumber',
      'name,,email,,,address1,address2,city,postcode,country,phone,tax_number',
    ],
    [
      contactColumns,
      'Co./Last Name,First Name,Card ID,Addr 1 - Line 1,           - Line 2,- City,- Postcode,- Country,- Phone # 1,- Email,A.B.N.',
      'name,first_name,,address1,address2,city,postcode,country,phone,email,tax_number',
    ],
    [
      invoiceColumns,
      'ContactName,EmailAddress,InvoiceNumber,Reference,InvoiceDate,DueDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,Currency,Type,Status',
      'contact,email,number,,issued_on,due_on,total,tax,,amount_due,currency,type,status',
    ],
    [
      invoiceColumns,
      'Issue date,Customer,Invoice no.,Customer PO no.,Amount ($),Balance due ($),Due date,Status',
      'issued_on,contact,number,,total,amount_due,due_on,status',
    ],
    [memberColumns, 'Name,E-mail,Membership,Paid until,Member since', 'name,email,product,paid_until,began_on'],
  ])('%#', (columns, header, expected) => {
    expect(
      guess({ columns }, header.split(','))
        .map((field) => field ?? '')
        .join(','),
    ).toBe(expected)
  })
})

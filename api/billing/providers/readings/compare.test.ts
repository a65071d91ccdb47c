import { expect, it } from 'vitest'
import { compare, type Ours } from './compare.ts'
import { millisecondsOf, theirsOf } from './theirs.ts'

const ours = (more: Partial<Ours> = {}): Ours => ({
  type: 'invoice',
  state: 'authorised',
  currency: 'NZD',
  digits: 2,
  gross: 11500,
  paid: 0,
  entries: [],
  pushed: new Set(),
  notes: [],
  ...more,
})
const theirs = (more: object = {}) =>
  theirsOf({ InvoiceID: 'i', Status: 'AUTHORISED', CurrencyCode: 'NZD', Total: 115, ...more }, 2)
const payment = { PaymentID: 'p', Amount: 115, Date: '/Date(1795564800000+0000)/', Reference: 'Thanks' }
const entry = { transaction_ids: [7], amount: 11500, settled: 11500, is_reversed: false, is_theirs: true, xero_id: 'p' }

it('reads the days of Xero, and of a document what it understands', () => {
  expect([millisecondsOf('/Date(1518685950940+0000)/'), millisecondsOf('2026-11-25T00:00:00')]).toEqual([
    1518685950940,
    Date.UTC(2026, 10, 25),
  ])
  expect([millisecondsOf(undefined), millisecondsOf('soon')]).toEqual([null, null])
  const { payments, credits, is_void } = theirs({
    Status: 'VOIDED',
    Payments: [payment, null, { Amount: 3 }],
    CreditNotes: 'x',
  })
  expect({ payments, credits, is_void }).toEqual({
    payments: [{ id: 'p', amount: 11500, day: '2026-11-25', reference: 'Thanks' }],
    credits: [],
    is_void: true,
  })
})

it('takes the rate of a payment where Xero says one', () => {
  const ratesOf = (CurrencyRate: unknown) => {
    const { steps } = compare(ours(), theirs({ Payments: [{ ...payment, CurrencyRate }] }))
    return steps.map((step) => step.do === 'pay' && step.rate)
  }
  expect(ratesOf(0.612345678)).toEqual(['0.612346'])
  for (const none of [undefined, null, 0, -1, 'x', 1e-9, 1e12]) expect(ratesOf(none)).toEqual([undefined])
})

it('takes a payment once, and back when it is gone', () => {
  const pay = { do: 'pay', provider_id: 'p', amount: 11500, day: '2026-11-25', reference: 'Thanks' }
  expect(compare(ours(), theirs({ Payments: [payment] }))).toEqual({ steps: [pay], conflicts: [] })
  const paid = ours({ state: 'paid', paid: 11500, entries: [entry] })
  expect(compare(paid, theirs({ Payments: [payment] }))).toEqual({ steps: [], conflicts: [] })
  expect(compare(paid, theirs({ Status: 'VOIDED' })).steps).toEqual([
    { do: 'reverse', transaction_ids: [7] },
    { do: 'void' },
  ])
  // Deleted and entered again: another payment.
  const again = { ...payment, PaymentID: 'q' }
  expect(compare(paid, theirs({ Payments: [again] })).steps).toEqual([
    { do: 'reverse', transaction_ids: [7] },
    { ...pay, provider_id: 'q' },
  ])
  expect(compare(ours({ pushed: new Set(['p']) }), theirs({ Payments: [payment] })).steps).toEqual([])
  const reversed = ours({ entries: [{ ...entry, is_reversed: true }] })
  expect(compare(reversed, theirs({ Payments: [payment] })).conflicts).toEqual([
    'Xero has the payment of NZD 115.00 of 2026-11-25, which was reversed here.',
  ])
})

it('records what does not fit only where a person says so', () => {
  const overpaid = { OverpaymentID: 'o', AppliedAmount: 15, Date: '2026-11-25' }
  const of_void = ours({ state: 'void' })
  expect(compare(of_void, theirs({ Payments: [payment] }))).toEqual({
    steps: [],
    conflicts: ['Xero has a payment of NZD 115.00 of 2026-11-25, but it is void here.'],
  })
  expect(compare(of_void, theirs({ Payments: [payment] }), true).steps).toMatchObject([{ do: 'pay', amount: 11500 }])
  expect(compare(ours(), theirs({ Overpayments: [overpaid] })).conflicts).toHaveLength(1)
  expect(compare(ours(), theirs({ Overpayments: [overpaid] }), true).steps).toMatchObject([
    { do: 'pay', provider_id: 'o/i', amount: 1500 },
  ])
  const refunded = ours({ type: 'credit_note', paid: 11500, state: 'paid' })
  expect(compare(refunded, theirs({ Payments: [payment] }), true).steps).toEqual([])
})

it('uses a credit note of ours as far as it is used there', () => {
  const note = { id: 3, external_id: 'n', document_number: 'CN-1', open: 2000, allocated: 500, is_listed: false }
  const used = (AppliedAmount: number) => theirs({ CreditNotes: [{ CreditNoteID: 'n', AppliedAmount }] })
  expect(compare(ours({ notes: [note] }), used(15)).steps).toMatchObject([{ do: 'allocate', note_id: 3, amount: 1000 }])
  expect(compare(ours({ notes: [note] }), used(5))).toEqual({ steps: [], conflicts: [] })
  expect(compare(ours({ notes: [note] }), used(30)).conflicts).toHaveLength(1)
  expect(compare(ours({ notes: [note] }), theirs()).conflicts).toEqual([
    'NZD 5.00 of the credit note CN-1 is used here, less than that at Xero.',
  ])
})

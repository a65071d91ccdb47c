import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { movementOf } from './kinds.ts'

const part = (type: string, amount: number) => ({ amount, application: null, currency: 'aud', description: null, type })
const of = (type: string, more: Partial<Stripe.BalanceTransaction>) =>
  movementOf({ type, reporting_category: type, amount: 0, fee: 0, fee_details: [], source: null, ...more })

it.each([
  [
    'a payment, by its payment intent, with the GST in its fee',
    of('charge', {
      amount: 11_500,
      fee: 226,
      fee_details: [part('stripe_fee', 205), part('tax', 21)],
      source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' } as Stripe.Charge,
    }),
    { kind: 'charge', about: 'pi_1', amount: 11_500, fee: 226, fee_tax: 21 },
  ],
  [
    'a refund, by its id',
    of('refund', { amount: -500, source: { id: 're_1', object: 'refund' } as Stripe.Refund }),
    { kind: 'refund', about: 're_1', amount: -500, fee: 0, fee_tax: 0 },
  ],
  [
    'a chargeback, which is an adjustment at Stripe',
    of('adjustment', { reporting_category: 'dispute', amount: -11_500, fee: 2500, source: 'dp_1' }),
    { kind: 'dispute', about: 'dp_1', amount: -11_500, fee: 2500, fee_tax: 0 },
  ],
  [
    'a fee that stands alone',
    of('stripe_fee', { amount: -700 }),
    { kind: 'fee', about: null, amount: 0, fee: 700, fee_tax: 0 },
  ],
  ['the tax of such', of('tax_fee', { amount: -105 }), { kind: 'fee', about: null, amount: 0, fee: 105, fee_tax: 105 }],
  [
    'a fee that is given back',
    of('stripe_fee', { amount: 700 }),
    { kind: 'fee', about: null, amount: 0, fee: -700, fee_tax: 0 },
  ],
  [
    'a payout that has failed',
    of('payout_failure', { amount: 9000, source: 'po_1' }),
    { kind: 'payout_return', about: 'po_1', amount: 9000, fee: 0, fee_tax: 0 },
  ],
  ['what it does not know', of('topup', { amount: 5 }), { kind: 'other', about: null, amount: 5, fee: 0, fee_tax: 0 }],
])('%s', (_, moved, expected) => {
  expect(moved).toEqual(expected)
})

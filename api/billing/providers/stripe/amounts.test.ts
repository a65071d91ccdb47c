import { expect, it } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'

it.each([
  [11_500, 'NZD', 2, 11_500],
  [500, 'JPY', 0, 500],
  [1_230, 'BHD', 3, 1_230],
  // No decimals by ISO 4217, two at Stripe.
  [500, 'ISK', 0, 50_000],
  // Two decimals by ISO 4217, none at Stripe.
  [120_000, 'MGA', 2, 1_200],
])('%i of %s with %i digits is %i at Stripe, and back', (minor, currency, digits, amount) => {
  expect(toStripeAmount(minor, currency, digits)).toBe(amount)
  expect(fromStripeAmount(amount, currency, digits)).toBe(minor)
})

it('refuses what would be rounded', () => {
  expect(() => toStripeAmount(1_234, 'BHD', 3)).toThrow('exactly')
  expect(() => toStripeAmount(150, 'MGA', 2)).toThrow('exactly')
  expect(() => fromStripeAmount(150, 'ISK', 0)).toThrow('decimals')
})

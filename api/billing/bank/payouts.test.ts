import { expect, it } from 'vitest'
import { payoutMatcherOf } from './payouts.ts'

const payout = (id: number, arrives_on: string, amount = 9000) => ({
  id,
  amount,
  currency: 'NZD',
  arrives_on,
  description: 'COLLEGE PAYOUT',
})
const match = payoutMatcherOf([payout(1, '2027-03-15'), payout(2, '2027-03-22'), payout(3, '2027-03-15', 4000)])
const line = (name: string, more: object = {}) => ({
  day: '2027-03-16',
  amount: 9000,
  currency: 'NZD',
  name,
  reference: '',
  details: '',
  ...more,
})
const found = (of: ReturnType<typeof line>) =>
  match(of).map(({ confidence, parts }) => [parts[0]!.payout_id, confidence])

it('finds payouts of the amount, the nearer the surer, and surer where Stripe is named', () => {
  expect(found(line('STRIPE'))).toEqual([
    [1, 98],
    [2, 63],
  ])
  expect(found(line('Deposit', { details: 'college payout 1' }))[0]).toEqual([1, 98])
  expect(found(line('Deposit'))).toEqual([
    [1, 88],
    [2, 33],
  ])
})

it('finds nothing of another amount, direction or currency', () => {
  for (const more of [{ amount: 9001 }, { amount: -9000 }, { currency: 'AUD' }])
    expect(found(line('STRIPE', more))).toEqual([])
})

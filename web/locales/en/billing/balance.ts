/** Labels of what Stripe holds and pays out. */
export const balanceFields = {
  providerpayout: {
    arrives_on: 'Arrives',
    amount: 'Amount',
    state: 'State',
    confirmed_on: 'At the bank',
    description: 'The bank shows',
    failure: 'Reason',
    provider_id: 'ID at Stripe',
    created_at: 'Made',
    currency: 'Currency',
  },
  providermovement: {
    at: 'When',
    kind: 'Kind',
    amount: 'Amount',
    fee: 'Fee',
    fee_tax: 'Tax in the fee',
    net: 'Balance',
    description: 'Description',
    provider_id: 'ID at Stripe',
    about: 'About',
    clearing_account: 'Account of Stripe',
    fee_account: 'Account of fees',
    bank_account: 'Account of the bank',
    currency: 'Currency',
  },
}

/** Stored cards, and what they pay. */
export const card = {
  title: 'Card for renewals',
  none: 'Store a card, and your renewals are paid by it before they are due.',
  ending: '{{brand}} ending in {{last4}}',
  expires: 'expires {{month}}',
  notUsed: 'This organisation takes no cards at present: please pay as your invoices say.',
  store: 'Store a card',
  replace: 'Store another card',
  storeText: 'The card is entered at Stripe. You come back here afterwards.',
  toStripe: 'Go to Stripe',
  stored: 'Your card has been stored.',
  remove: 'Remove the card',
  removeTitle: 'Remove the card?',
  removeText: 'Nothing is charged to it from now on. You pay your renewals by invoice.',
  removed: 'The card has been removed.',
  payments: {
    first: '{{card}} is charged on {{moment}}.',
    waiting: '{{card}} was not charged: attempt {{count}}. It is tried again on {{moment}}.',
    running: 'The payment by {{card}} is being made.',
    action_required: 'The payment by {{card}} waits for the member to confirm it.',
    given_up: '{{card}} was not charged after {{count}} attempts. It is to be paid as the invoice says.',
  },
}

/** A new version whenever a word of it changes: each stored card keeps the words that were agreed to. */
export const MANDATE_VERSION = 2

/** What a person agrees to who stores a card. */
export const mandateOf = (organisation: string) =>
  `I allow ${organisation} to charge this card for renewals of my memberships, each at the price on its invoice, ` +
  'which I am sent beforehand, and for what I pay in instalments, each on its day. ' +
  'A higher price is charged only after I have agreed to it or paid it once. ' +
  'A payment that fails is tried again after 1, 3, 5 and 7 days. ' +
  'I can remove the card at any time under “My membership”: nothing is charged to it from then on. ' +
  'The card is stored at Stripe. Its number is neither seen nor kept here.'

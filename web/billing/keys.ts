/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  /** What can be bought. @param organisation_id null: of the organisation that the server shows to guests */
  store: (organisation_id: number | null) => ['rows', 'product', 'store', organisation_id] as const,
  /** What one has bought of an organisation. */
  ownSubscriptions: (organisation_id: number) => ['rows', 'subscription', 'own', organisation_id] as const,
  /** What changing a subscription to another product costs. */
  subscriptionChange: (id: number, product_id: number) => ['subscriptionChange', id, product_id] as const,
  /** Codes that an invoice's lines refer to, such as `accounts`. */
  invoicing: (list: string, organisation_id: number) => ['rows', list, 'invoicing', organisation_id] as const,
  /** What one has to pay. */
  toPay: (of: { organisation_id: number; user_id: number }) => ['rows', 'invoice', 'toPay', of] as const,
  /** What an invoice's PDF shows. */
  invoiceDocument: (id: number) => ['rows', 'invoice', 'document', id] as const,
  invoiceTotals: (query: object) => ['rows', 'invoice', 'totals', query] as const,
  /** How an organisation's new invoices begin. */
  billingConfig: (organisation_id: number) => ['rows', 'billingconfig', organisation_id] as const,
  /** Which numbers invoices, credit notes and quotes have next. */
  nextNumbers: (organisation_id: number) => ['rows', 'billingconfig', 'numbers', organisation_id] as const,
  /** Whom a membership is shared with, what one more costs, and memberships that others share with one. */
  membershipPeople: (subscription_id: number) => ['rows', 'subscriptionmember', 'of', subscription_id] as const,
  personPrice: (subscription_id: number) => ['personPrice', subscription_id] as const,
  sharedMemberships: (organisation_id: number) => ['rows', 'subscriptionmember', 'own', organisation_id] as const,
  /** All rows of what invoices and products name: few, for selects. */
  books: (resource: string, organisation_id: number) => ['rows', resource, 'books', organisation_id] as const,
  /** A report of the books or a statement of account, by what it is asked. */
  report: (query: object) => ['rows', 'transaction', 'report', query] as const,
  /** Open lines of the bank after an id, with what each may be for. */
  bankMatches: (organisation_id: number, after: number) =>
    ['rows', 'bankline', 'matches', organisation_id, after] as const,
  /** A document that a line of the bank is to pay. */
  bankDocument: (id: number | null) => ['rows', 'invoice', 'bank', id] as const,
  /** What differs from the books at the accounting provider. */
  conflicts: (organisation_id: number) => ['rows', 'providerreading', 'conflicts', organisation_id] as const,
  /** What new prices would mean. */
  pricePreview: (body: object) => ['pricePreview', body] as const,
  /** What a product's membership year would mean for its members. */
  membershipYear: (product_id: number) => ['membershipYear', product_id] as const,
  /** The new price of a membership that one can answer. */
  newPrice: (subscription_id: number) => ['rows', 'pricechangemember', 'own', subscription_id] as const,
  /** The card that one has stored, and what is agreed to by it. */
  ownCard: (organisation_id: number) => ['rows', 'storedcard', 'own', organisation_id] as const,
  mandate: (organisation_id: number) => ['mandate', organisation_id] as const,
  /** The payment of an invoice by a stored card. */
  cardPayment: (invoice_id: number) => ['rows', 'cardpayment', 'invoice', invoice_id] as const,
  ownContact: (of: object) => ['rows', 'invoicing/contact', 'own', of] as const,
  /** How an organisation reminds of unpaid invoices, and whom today. */
  reminderPlan: (organisation_id: number) => ['rows', 'reminderplan', organisation_id] as const,
  remindersDue: (organisation_id: number) => ['rows', 'invoice', 'remindersDue', organisation_id] as const,
  /** What was sent of an unpaid invoice. */
  invoiceReminders: (invoice_id: number) => ['rows', 'invoicereminder', invoice_id] as const,
  /** An invoice that recurs, and what was written of it. */
  recurringInvoice: (id: number) => ['rows', 'recurringinvoice', id] as const,
  recurringRuns: (id: number) => ['rows', 'recurringrun', id] as const,
  /** A quote, and that which an invoice has become of. */
  quote: (id: number) => ['rows', 'quote', id] as const,
  quoteOf: (invoice_id: number) => ['rows', 'quote', 'of', invoice_id] as const,
  importKinds: () => ['importKinds'] as const,
  storeOrganisations: () => ['rows', 'product', 'organisations'] as const,
  subscriptionReminders: (id: number) => ['rows', 'subscription', 'reminders', id] as const,
  /** The accounting and payment providers of an organisation. */
  connections: (organisation_id: number) => ['connections', organisation_id] as const,
}

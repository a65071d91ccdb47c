import type { billing as english } from '../en/billing.ts'
import type { Translation } from '../translation.ts'

/** Memberships, store, invoices and transactions. */
export const billing = {
  nav: {
    invoices: 'Ngā nama',
    subscriptions: 'Ngā mematanga',
    contacts: 'Ngā hoapā',
  },
  membership: {
    title: 'Taku mematanga',
    invoices: 'Ngā nama',
  },
} satisfies Translation<typeof english>

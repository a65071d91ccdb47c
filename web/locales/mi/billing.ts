import type { billing as english } from '../en/billing.ts'
import type { Translation } from '../translation.ts'

/** Memberships, store, invoices and transactions. */
export const billing = {
  nav: { invoices: 'Ngā nama', subscriptions: 'Ngā mematanga', contacts: 'Ngā hoapā' },
  openings: { at_once: 'Inamata tonu', on_payment: 'Ka utua ana' },
  states: { waiting: 'E tatari ana ki te utu' },
  store: { onPayment: 'Ka tuwhera ina utua.' },
  fields: {
    product: { opening: 'Ka tuwhera' },
    subscription: { paid_until: 'Kua utua tae noa ki', period_ends_on: 'Ka mutu te wā' },
    invoice: { exchange_rate: 'Pāpātanga whakawhiti' },
  },
  invoice: {
    rate: 'Pāpātanga whakawhiti ({{currency}} mō te 1 {{own}})',
    rateText: 'He kōwhiringa. Ka tukuna ki te pūnaha kaute; ki te kore, ka whakamahia tāna pāpātanga o te rā.',
  },
  account: {
    title: 'Nama tautika i te kaute',
    receive: 'Tuhia te moni kua tae mai',
    refund: 'Whakahokia te moni',
    allocate: 'Whakamahia mō tētahi nama',
  },
  membership: {
    ownCredit: 'E {{amount}} tō nama tautika. Ka whakamahia mō tō nama e whai ake nei.',
    unpaid: 'Ka tuwhera ina utua: tēnā, utua te nama.',
    title: 'Taku mematanga',
    invoices: 'Ngā nama',
  },
} satisfies Translation<typeof english>

import type { billing as english } from '../en/billing.ts'
import type { Translation } from '../translation.ts'
import { bank } from './billing/bank.ts'
import { provider } from './billing/provider.ts'

/** Memberships, store, invoices and transactions. */
export const billing = {
  nav: { bank: 'Pēke', invoices: 'Ngā nama', subscriptions: 'Ngā mematanga', contacts: 'Ngā hoapā' },
  openings: { at_once: 'Inamata tonu', on_payment: 'Ka utua ana' },
  states: { waiting: 'E tatari ana ki te utu' },
  store: { onPayment: 'Ka tuwhera ina utua.' },
  logged: {
    providerreading_read: 'Kua whakatauritea tētahi tuhinga ki tētahi kaiwhakarato',
    providerreading_record: 'Kua tuhia ngā utu a tētahi kaiwhakarato',
    providerreading_ignore: 'Kua waiho tētahi rerekētanga ki rahaki',
    bankstatement_import: 'Kua kawea mai he tauākī pēke',
    bankline_confirm: 'Kua whakaūngia he rārangi pēke',
    bankline_undo: 'Kua wetekina he rārangi pēke',
    bankline_ignore: 'Kua waiho tētahi rārangi pēke ki rahaki',
  },
  fields: {
    product: { opening: 'Ka tuwhera' },
    subscription: { paid_until: 'Kua utua tae noa ki', period_ends_on: 'Ka mutu te wā' },
    invoice: { exchange_rate: 'Pāpātanga whakawhiti' },
    bankline: {
      day: 'Rā',
      name: 'Nā wai',
      reference: 'Tohutoro',
      details: 'Taipitopito',
      amount: 'Moni',
      currency: 'Momo moni',
      state: 'Tūnga',
    },
    bankstatement: {
      name: 'Kōnae',
      format: 'Hōputu',
      account: 'Pūkete',
      currency: 'Momo moni',
      lines_count: 'Ngā rārangi',
      open_count: 'Hei whakaū',
      created_at: 'Nō te kawenga mai',
    },
  },
  invoice: {
    rate: 'Pāpātanga whakawhiti ({{currency}} mō te 1 {{own}})',
    rateText: 'He kōwhiringa. Ka tukuna ki te pūnaha kaute; ki te kore, ka whakamahia tāna pāpātanga o te rā.',
  },
  bank,
  provider,
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

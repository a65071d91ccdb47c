import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { CardPayment } from '#db/tables/billing/cards/card_payment.ts'
import { CardPaymentState } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { displayNameOf } from '../../../../crud/names/display_name.ts'
import { defineResource, equals } from '../../../../crud/resource.ts'
import { ofBooks, ofPersonOrBooks } from '../../../access.ts'

const { begun: _, ...columns } = CardPayment.columns

/** Read only: payments begin by themselves, before a membership ends. */
export const cardpayment = defineResource({
  name: 'cardpayment',
  plural: 'cardpayments',
  noun: 'payment by card',
  about: 'List the payments of renewals by stored cards, with their attempts: a person has their own',
  table: 'card_payment',
  joins: {
    i: { table: 'invoice', on: sql<SqlBool>`i.id = card_payment.invoice_id` },
    k: { table: 'stored_card', on: sql<SqlBool>`k.id = card_payment.stored_card_id` },
    u: { table: 'user_account', on: sql<SqlBool>`u.id = card_payment.user_id` },
  },
  row: Type.Object({
    ...columns,
    document_number: Nullable(Type.String()),
    brand: Nullable(Type.String()),
    last4: Nullable(Type.String()),
    person: Nullable(Type.String()),
  }),
  computed: {
    document_number: sql.ref('i.document_number'),
    brand: sql.ref('k.brand'),
    last4: sql.ref('k.last4'),
    person: sql`case when u.id is not null then ${displayNameOf('u')} end`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    invoice_id: equals('invoice_id', Id),
    state: equals('state', CardPaymentState),
  },
  search: ['document_number', 'person'],
  sort: { id: null },
  default_sort: '-id',
  reads: (viewer) => ofPersonOrBooks(viewer, 'card_payment'),
  writes: (viewer) => ofBooks(viewer, 'card_payment'),
})

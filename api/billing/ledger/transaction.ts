import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Transaction } from '#db/tables/billing/transaction.ts'
import { HomeAmount, Method, TransactionKind } from '#db/tables/billing/values.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { natural } from '#db/tables/natural.ts'
import { atLeast, below, defineFilter, defineResource, equals, narrowTo } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { ofBooks, ofPersonOrBooks } from '../access.ts'

const contact_name = sql`coalesce(k.name, i.contact ->> 'name')`

/**
 * What the organisation has gained by the exchange is not for the person whose line it is; its rate and its amount in the
 * home currency would tell it.
 */
const forBooks = (column: 'exchange_rate' | 'home_amount' | 'home_gain' | 'gain_account') => (viewer: Viewer) =>
  sql`case when ${ofBooks(narrowTo({ name: 'transaction' }, viewer, 'read'), 'transaction')}
    then ${sql.ref(`transaction.${column}`)} end`

/** Read only: a line of the ledger is written by actions, and never changed. */
export const transaction = defineResource({
  name: 'transaction',
  plural: 'transactions',
  about: 'List the ledger; a person has their own lines, a platform administrator those of all organisations',
  table: 'transaction',
  joins: {
    i: { table: 'invoice', on: sql<SqlBool>`i.id = transaction.invoice_id` },
    k: { table: 'contact', on: sql<SqlBool>`k.id = transaction.contact_id` },
    o: { table: 'organisation', on: sql<SqlBool>`o.id = transaction.organisation_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = transaction.currency` },
    b: { table: 'billing_config', on: sql<SqlBool>`b.organisation_id = transaction.organisation_id` },
    h: { table: 'currency', on: sql<SqlBool>`h.code = b.currency` },
  },
  row: Type.Object({
    ...Transaction.columns,
    home_gain: Nullable(HomeAmount),
    document_number: Nullable(Type.String()),
    contact_name: Nullable(Type.String()),
    organisation_name: Type.String(),
    digits: Type.Integer({ description: 'Places of the currency' }),
    home_currency: Nullable(Type.String()),
    home_digits: Nullable(Type.Integer({ description: 'Places of the home currency' })),
    reversed: Type.Boolean(),
  }),
  computed: {
    exchange_rate: forBooks('exchange_rate'),
    home_amount: forBooks('home_amount'),
    home_gain: forBooks('home_gain'),
    gain_account: forBooks('gain_account'),
    document_number: sql.ref('i.document_number'),
    contact_name,
    organisation_name: sql.ref('o.name'),
    digits: sql.ref('c.digits'),
    home_currency: sql.ref('b.currency'),
    home_digits: sql.ref('h.digits'),
    reversed: sql`exists (select from transaction r where r.reverses_transaction_id = transaction.id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    contact_id: equals('contact_id', Id),
    invoice_id: equals('invoice_id', Id),
    kind: equals('kind', TransactionKind),
    method: equals('method', Method),
    currency: equals('currency', Type.String()),
    allocated: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`(transaction.invoice_id is not null) = ${wanted}`),
    from: atLeast('at', Timestamp),
    before: below('at', Timestamp),
  },
  search: ['reference', 'document_number', 'contact_name', 'provider_id'],
  sort: { id: null, at: null, amount: null, kind: null, contact_name: natural(contact_name) },
  default_sort: '-id',
  reads: (viewer) => ofPersonOrBooks(viewer, 'transaction'),
  writes: (viewer) => ofPersonOrBooks(viewer, 'transaction'),
})

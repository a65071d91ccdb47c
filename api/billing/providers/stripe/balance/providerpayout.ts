import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderPayout } from '#db/tables/billing/balance/provider_payout.ts'
import { PayoutState } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { nothing } from '../../../../crud/access.ts'
import { defineFilter, defineResource, equals } from '../../../../crud/resource.ts'
import { ofBooks } from '../../../access.ts'

/** Read only: a payout is read at the provider, and confirmed by a line of the bank. */
export const providerpayout = defineResource({
  name: 'providerpayout',
  plural: 'providerpayouts',
  noun: 'payout',
  about: 'List what the payment provider has paid out to the bank',
  table: 'provider_payout',
  joins: {
    c: { table: 'currency', on: sql<SqlBool>`c.code = provider_payout.currency` },
    l: { table: 'bank_line', on: sql<SqlBool>`l.id = provider_payout.bank_line_id` },
  },
  row: Type.Object({
    ...ProviderPayout.columns,
    confirmed_on: Nullable({ ...DateOnly, description: 'The day of the line of the bank that confirms it' }),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: { confirmed_on: sql.ref('l.day'), digits: sql.ref('c.digits') },
  filters: {
    organisation_id: equals('organisation_id', Id),
    state: equals('state', PayoutState),
    confirmed: defineFilter(
      Type.Boolean(),
      (wanted) => sql<SqlBool>`(provider_payout.bank_line_id is not null) = ${wanted}`,
    ),
  },
  search: ['description', 'provider_id', 'failure'],
  sort: { id: null, arrives_on: null },
  default_sort: '-arrives_on',
  reads: (viewer) => ofBooks(viewer, 'provider_payout'),
  writes: () => nothing,
})

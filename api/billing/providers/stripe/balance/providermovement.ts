import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderMovement } from '#db/tables/billing/balance/provider_movement.ts'
import { MovementKind, SignedAmount } from '#db/tables/billing/values.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { nothing } from '../../../../crud/access.ts'
import { atLeast, below, defineResource, equals } from '../../../../crud/resource.ts'
import { ofBooks } from '../../../access.ts'

/** Read only: what has moved is read at the provider, and never changed. */
export const providermovement = defineResource({
  name: 'providermovement',
  plural: 'providermovements',
  noun: 'movement',
  about: 'List what has moved on the account at the payment provider: payments, refunds, chargebacks, fees and payouts',
  table: 'provider_movement',
  joins: {
    c: { table: 'currency', on: sql<SqlBool>`c.code = provider_movement.currency` },
    t: {
      table: 'transaction',
      on: sql<SqlBool>`t.organisation_id = provider_movement.organisation_id and t.provider = provider_movement.provider
        and t.provider_id = provider_movement.about`,
    },
    i: { table: 'invoice', on: sql<SqlBool>`i.id = t.invoice_id` },
  },
  row: Type.Object({
    ...ProviderMovement.columns,
    net: SignedAmount,
    document_number: Nullable(Type.String({ description: 'Of the invoice that was paid or refunded' })),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: {
    net: sql`(provider_movement.amount - provider_movement.fee)`,
    document_number: sql.ref('i.document_number'),
    digits: sql.ref('c.digits'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    kind: equals('kind', MovementKind),
    from: atLeast('at', Timestamp),
    before: below('at', Timestamp),
  },
  search: ['description', 'document_number', 'provider_id', 'about'],
  sort: { id: null, at: null },
  default_sort: '-at',
  reads: (viewer) => ofBooks(viewer, 'provider_movement'),
  writes: () => nothing,
})

import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderMovement } from '#db/tables/billing/balance/provider_movement.ts'
import { MovementKind, SignedAmount } from '#db/tables/billing/values.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
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
  joins: { c: { table: 'currency', on: sql<SqlBool>`c.code = provider_movement.currency` } },
  row: Type.Object({
    ...ProviderMovement.columns,
    net: SignedAmount,
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: { net: sql`(provider_movement.amount - provider_movement.fee)`, digits: sql.ref('c.digits') },
  filters: {
    organisation_id: equals('organisation_id', Id),
    kind: equals('kind', MovementKind),
    from: atLeast('at', Timestamp),
    before: below('at', Timestamp),
  },
  search: ['description', 'provider_id', 'about'],
  sort: { id: null, at: null },
  default_sort: '-at',
  reads: (viewer) => ofBooks(viewer, 'provider_movement'),
  writes: () => nothing,
})

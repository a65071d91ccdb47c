import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { ProviderOutbox } from '#db/tables/billing/provider_outbox.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { nothing, ofAdministrator, type Scope } from '../../crud/access.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { withBilling } from '../access.ts'

const {
  id,
  organisation_id,
  provider,
  kind,
  entity,
  entity_id,
  state,
  attempts,
  not_before,
  error,
  done_at,
  created_at,
} = ProviderOutbox.columns

/** What was written to providers, what failed and why. */
export const providerpush = defineResource({
  name: 'providerpush',
  plural: 'providerpushes',
  noun: 'push',
  about: 'List what is written to the accounting and payment providers, what failed and why',
  table: 'provider_outbox',
  row: Type.Object({
    id,
    organisation_id,
    provider,
    kind,
    entity,
    entity_id,
    state,
    attempts,
    not_before,
    error,
    done_at,
    created_at,
    label: Type.String({ description: 'The document or contact that it is about' }),
    external_id: Nullable(Type.String({ description: 'Its id at the provider' })),
  }),
  computed: {
    label: sql`coalesce(provider_outbox.payload->>'label', '')`,
    external_id: sql`provider_outbox.answer->>'id'`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    provider: equals('provider', provider),
    entity: equals('entity', Type.String({ maxLength: 50 })),
    entity_id: equals('entity_id', Id),
    state: equals('state', state),
  },
  search: ['label', 'error'],
  sort: { id: null },
  default_sort: '-id',
  reads: ofOwnBooksOf('provider_outbox'),
  writes: () => nothing,
})

/** Of the viewer's own organisations, as themselves: see `connectable`. */
export function ofOwnBooksOf(table: 'provider_outbox' | 'provider_reading') {
  return (viewer: Viewer): Scope =>
    viewer.impersonator_user_id === null
      ? ofAdministrator({ ...withBilling(viewer), platform_admin: false }, `${table}.organisation_id`)
      : nothing
}

/** The same for a statement whose rows are `o`. */
export const ofOwnPushes = (viewer: Viewer) =>
  sql<SqlBool>`exists (select from provider_outbox where provider_outbox.id = o.id and ${ofOwnBooksOf('provider_outbox')(viewer)})`

import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { StoredCard } from '#db/tables/billing/cards/stored_card.ts'
import { CardState } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { displayNameOf } from '../../../../crud/names/display_name.ts'
import { defineResource, equals } from '../../../../crud/resource.ts'
import { ofBooks, ofPersonOrBooks } from '../../../access.ts'

const { id, organisation_id, user_id, state, brand, last4, exp_month, exp_year, mandate_version, mandate_text } =
  StoredCard.columns
const { mandated_at, removed_at, created_at, modified_at } = StoredCard.columns

/** Cards are stored and removed by their person, with actions. What names them at the provider is not shown. */
export const storedcard = defineResource({
  name: 'storedcard',
  plural: 'storedcards',
  noun: 'stored card',
  about: 'List the cards that members have stored for renewals, with their mandates: a person has their own',
  table: 'stored_card',
  joins: { u: { table: 'user_account', on: sql<SqlBool>`u.id = stored_card.user_id` } },
  row: Type.Object({
    id,
    organisation_id,
    user_id,
    state,
    brand,
    last4,
    exp_month,
    exp_year,
    mandate_version,
    mandate_text,
    mandated_at,
    removed_at,
    created_at,
    modified_at,
    person: Nullable(Type.String()),
  }),
  computed: { person: sql`case when u.id is not null then ${displayNameOf('u')} end` },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    state: equals('state', CardState),
  },
  search: ['person', 'last4'],
  sort: { id: null },
  default_sort: '-id',
  reads: (viewer) => ofPersonOrBooks(viewer, 'stored_card'),
  writes: (viewer) => ofBooks(viewer, 'stored_card'),
})

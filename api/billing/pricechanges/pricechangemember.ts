import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { PriceChangeMember } from '#db/tables/billing/prices/price_change_member.ts'
import { Amount, AmountsAre, CurrencyCode, RenewedPeriod } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { natural } from '#db/tables/natural.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { ofBooks, ofPersonOrBooks } from '../access.ts'
import { outcomeOf } from './pricechange.ts'

const Outcome = Type.Unsafe<'agreed' | 'declined' | 'left' | 'renewed' | 'none'>(
  Type.String({ enum: ['agreed', 'declined', 'left', 'renewed', 'none'] }),
)
const outcome = outcomeOf('price_change_member', 's', 'c')
const person = sql`coalesce(k.name, ${displayNameOf('u')})`
/** Whether the person can still answer: the period at the new price has not begun. */
const isOpen = sql<SqlBool>`(c.cancelled_at is null and s.ended_on is null and s.product_id = c.product_id
  and (price_change_member.charged_on is null or price_change_member.charged_on > s.period_ends_on))`

export const pricechangemember = defineResource({
  name: 'pricechangemember',
  plural: 'pricechangemembers',
  noun: 'member of a change of price',
  about: 'List whom changes of prices concern, with what they have answered: a person has their own',
  table: 'price_change_member',
  joins: {
    c: { table: 'price_change', on: sql<SqlBool>`c.id = price_change_member.price_change_id` },
    s: { table: 'subscription', on: sql<SqlBool>`s.id = price_change_member.subscription_id` },
    u: { table: 'user_account', on: sql<SqlBool>`u.id = price_change_member.user_id` },
    k: { table: 'contact', on: sql<SqlBool>`k.id = s.contact_id` },
  },
  row: Type.Object({
    ...PriceChangeMember.columns,
    person: Nullable(Type.String()),
    product_name: Type.String(),
    new_amount: Amount,
    currency: CurrencyCode,
    amounts_are: AmountsAre,
    period: RenewedPeriod,
    effective_on: DateOnly,
    outcome: {
      ...Outcome,
      description: '`none`: no answer yet, which counts as agreed when it renews',
    } as typeof Outcome,
    is_open: Type.Boolean({ description: 'Whether the person can answer' }),
  }),
  computed: {
    person,
    product_name: sql.ref('s.product_name'),
    // A change is of the payer's price: what others add stays.
    old_amount: sql`(price_change_member.old_amount + s.members_amount)::float8`,
    new_amount: sql`(c.new_amount + s.members_amount)::float8`,
    currency: sql.ref('c.currency'),
    amounts_are: sql.ref('c.amounts_are'),
    period: sql.ref('c.period'),
    effective_on: sql.ref('c.effective_on'),
    outcome,
    is_open: isOpen,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    price_change_id: equals('price_change_id', Id),
    subscription_id: equals('subscription_id', Id),
    user_id: equals('user_id', Id),
    outcome: defineFilter(Outcome, (wanted) => sql<SqlBool>`${outcome} = ${wanted}`),
    open: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`${isOpen} = ${wanted}`),
  },
  search: ['person'],
  sort: { id: null, person: natural(person) },
  default_sort: '-id',
  reads: (viewer) => ofPersonOrBooks(viewer, 'price_change_member'),
  writes: (viewer) => ofBooks(viewer, 'price_change_member'),
})

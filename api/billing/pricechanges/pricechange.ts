import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { PriceChange } from '#db/tables/billing/prices/price_change.ts'
import { Id } from '#db/tables/columns.ts'
import { defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { ofBooks } from '../access.ts'

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words] }))
const State = oneOf(['scheduled', 'in_force', 'cancelled'])
const count = Type.Integer()

const today = sql`(now() at time zone o.timezone)::date`
const state = sql<string>`case when price_change.cancelled_at is not null then 'cancelled'
  when price_change.effective_on <= ${today} then 'in_force' else 'scheduled' end`

/** Changes of prices are scheduled and cancelled by actions. */
export const pricechange = defineResource({
  name: 'pricechange',
  plural: 'pricechanges',
  noun: 'change of a price',
  about: 'List the changes of prices of products, with how many members each concerns and what they have answered',
  table: 'price_change',
  joins: {
    o: { table: 'organisation', on: sql<SqlBool>`o.id = price_change.organisation_id` },
    p: { table: 'product', on: sql<SqlBool>`p.id = price_change.product_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = price_change.currency` },
  },
  row: Type.Object({
    ...PriceChange.columns,
    product_name: Type.String(),
    product_code: Type.String(),
    digits: Type.Integer({ description: 'Places of the currency' }),
    state: State,
    members_count: count,
    agreed_count: count,
    left_count: { ...count, description: 'Those who have declined or left' } as typeof count,
  }),
  computed: {
    product_name: sql.ref('p.name'),
    product_code: sql.ref('p.code'),
    digits: sql.ref('c.digits'),
    state,
    members_count: countOf(sql`true`),
    agreed_count: countOf(sql`${outcomeOf('m', 's', 'price_change')} = 'agreed'`),
    left_count: countOf(sql`${outcomeOf('m', 's', 'price_change')} in ('declined', 'left')`),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    product_id: equals('product_id', Id),
    state: defineFilter(State, (wanted) => sql<SqlBool>`${state} = ${wanted}`),
  },
  search: ['product_name', 'product_code'],
  sort: { id: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'price_change'),
  writes: (viewer) => ofBooks(viewer, 'price_change'),
})

/**
 * What became of a membership: `none` is no answer yet, which counts as agreed when it renews; then it is `renewed`. Who
 * leaves before the new price is charged, or does not pay the first period at it, has `left`.
 */
export function outcomeOf(member: string, subscription: string, change: string) {
  const of = (column: string) => sql.ref(`${member}.${column}`)
  const is = (column: string) => sql.ref(`${subscription}.${column}`)
  return sql<string>`case
    when (${of('charged_on')} is null or ${of('charged_on')} > ${is('period_ends_on')}) and (${is('ended_on')} is not null or ${is('cancel_at_end')}
        or ${is('product_id')} is distinct from ${sql.ref(`${change}.product_id`)})
      or ${is('state')} = 'lapsed' and ${is('period_began_on')} <= ${of('charged_on')}
      then case when ${of('answer')} = 'declined' then 'declined' else 'left' end
    when ${of('answer')} = 'agreed' then 'agreed'
    when ${of('charged_on')} is not null and ${is('period_began_on')} >= ${of('charged_on')} then 'renewed'
    else 'none' end`
}

function countOf(condition: ReturnType<typeof sql>) {
  return sql`(select count(*)::int from price_change_member m join subscription s on s.id = m.subscription_id
    where m.price_change_id = price_change.id and ${condition})`
}

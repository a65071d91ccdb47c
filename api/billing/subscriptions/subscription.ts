import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Subscription } from '#db/tables/billing/subscription.ts'
import { Opening, SignedAmount, SubscriptionState } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { natural } from '#db/tables/natural.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { billingAdministered, ofBooks, ofPersonOrBooks, todayOf } from '../access.ts'
import { hasInstalments } from '../instalments/due.ts'
import { isPaused } from '../pauses/paused.ts'
import { begin } from './begin.ts'
import { MemberAddress, memberOf } from './member_of.ts'
import { opensNow } from './opens.ts'

const { paid_before: _, ...columns } = Subscription.columns
const isLive = sql<SqlBool>`subscription.state in ('trial', 'active', 'grace')`

const contact_name = sql.ref('k.name')

/** Of a period that is paid in instalments: how many of its days are paid for. */
const paidDays = sql`coalesce((select floor((subscription.period_ends_on - subscription.period_began_on + 1)::numeric * v.paid / v.gross)
  from invoice v where v.id = subscription.invoice_id and v.state = 'authorised' and v.gross > 0 and ${hasInstalments('v')}), 0)::int`

export const subscription = defineResource({
  name: 'subscription',
  plural: 'subscriptions',
  about: 'List memberships: a person has their own',
  table: 'subscription',
  joins: {
    u: { table: 'user_account', on: sql<SqlBool>`u.id = subscription.user_id` },
    k: { table: 'contact', on: sql<SqlBool>`k.id = subscription.contact_id` },
    c: { table: 'currency', on: sql<SqlBool>`c.code = subscription.currency` },
  },
  row: Type.Object({
    ...columns,
    person: Nullable(Type.String()),
    contact_name: Nullable(Type.String()),
    digits: Type.Integer({ description: 'Places of the currency' }),
    is_paused: Type.Boolean({ description: 'Whether today is a day of its pause' }),
    is_open: Type.Boolean({
      description: 'Whether it opens what it names today: one that opens on payment, once paid',
    }),
    open: { ...SignedAmount, description: 'What is to be paid of its invoices' } as typeof SignedAmount,
    paid_until: Nullable({ ...DateOnly, description: 'Null while nothing was paid, and for good' } as typeof DateOnly),
  }),
  computed: {
    person: sql`case when u.id is not null then ${displayNameOf('u')} end`,
    contact_name,
    digits: sql.ref('c.digits'),
    is_paused: isPaused('subscription'),
    is_open: opensNow('subscription'),
    open: sql`(select coalesce(sum(i.gross - i.paid), 0)::float8 from invoice i where i.subscription_id = subscription.id
      and i.type = 'invoice' and i.state = 'authorised')`,
    paid_until: sql`greatest(subscription.brought_until, case when ${isPaid(sql`i.id in (subscription.invoice_id, subscription.renewal_invoice_id)`)}
        then subscription.period_ends_on
      when ${paidDays} > 0 then subscription.period_began_on + ${paidDays} - 1
      when ${isPaid(sql`i.subscription_id = subscription.id`)} then subscription.period_began_on - 1 end)::text`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    product_id: equals('product_id', Id),
    discount_code_id: equals('discount_code_id', Id),
    state: equals('state', SubscriptionState),
    live: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`${isLive} = ${wanted}`),
  },
  search: ['product_code', 'product_name', 'contact_name'],
  sort: {
    id: null,
    began_on: null,
    period_ends_on: null,
    state: null,
    product_name: null,
    contact_name: natural(contact_name),
  },
  default_sort: '-id',
  reads: (viewer) => ofPersonOrBooks(viewer, 'subscription'),
  writes: (viewer) => ofBooks(viewer, 'subscription'),

  /** By an administrator for a member, who may let it open at once whatever was not paid. People subscribe in the store. */
  create: {
    body: bodyOf(
      { product_id: Id },
      {
        user_id: Nullable(Id),
        email: Nullable(MemberAddress),
        organisation_id: Id,
        trial: Type.Boolean(),
        opening: Opening,
      },
    ),
    // Before the transaction, which a refusal takes back: addresses cannot be tried out.
    async prepare(db, viewer, { email }) {
      if (email) await takeAttempt(db, 'enrol_by_address', viewer.user_id)
    },
    async run(trx, viewer, { user_id: chosen, email, product_id, organisation_id: named, trial, opening }) {
      checkNotImpersonating(viewer)
      const organisation_id = await billingAdministered(trx, viewer, named)
      const user_id = await memberOf(trx, { organisation_id, user_id: chosen, email })
      const today = await todayOf(trx, organisation_id)
      const { id } = await begin(trx, { organisation_id, user_id, product_id, trial, opening, today })
      return { id }
    },
  },
})

/** Whether money was taken for an invoice that is settled: one that was credited as a whole was not paid. */
function isPaid(is_meant: RawBuilder<unknown>) {
  return sql<SqlBool>`exists (select from invoice i where ${is_meant} and i.type = 'invoice' and i.state = 'paid'
    and i.gross > (select coalesce(sum(n.gross), 0) from invoice n
      where n.credits_invoice_id = i.id and n.state in ('authorised', 'paid')))`
}

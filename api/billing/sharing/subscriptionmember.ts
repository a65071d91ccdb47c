import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { SubscriptionMember } from '#db/tables/billing/members/subscription_member.ts'
import { Opens, SharingState, SubscriptionState } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { ofMember, scope } from '../../crud/access.ts'
import { audit } from '../../crud/audit.ts'
import { checkEmails } from '../../crud/checks.ts'
import { read } from '../../crud/crud.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { countMail } from '../../crud/quotas.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { ofBooks, todayOf, withBilling } from '../access.ts'
import { countPeople } from '../members/cover.ts'
import { isPaused } from '../pauses/paused.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { opensNow } from '../subscriptions/opens.ts'
import { subscription } from '../subscriptions/subscription.ts'
import { mailInvitation } from './letter.ts'
import { checkCanGrow } from './shares.ts'

/** Days after which an invitation ends that is not answered. */
const VALID_DAYS = 30

// What a person costs is between the payer and the organisation: their invoices say it.
const { token_sha256: _t, cost: _c, covered_from: _f, invoice_id: _i, ...columns } = SubscriptionMember.columns
const { name, email } = columns
const payer = sql`(select ${displayNameOf('pu')} from user_account pu where pu.id = s.user_id)`

/**
 * People whom a membership is shared with. The payer sees them, each sees themselves: neither invoices, cards and prices
 * of the payer, nor anything of another person.
 */
export const subscriptionmember = defineResource({
  name: 'subscriptionmember',
  plural: 'subscriptionmembers',
  noun: 'person of a membership',
  about: 'List whom memberships are shared with: a payer has those of their own, a person themselves',
  table: 'subscription_member',
  joins: {
    s: { table: 'subscription', on: sql<SqlBool>`s.id = subscription_member.subscription_id` },
    u: { table: 'user_account', on: sql<SqlBool>`u.id = subscription_member.user_id` },
  },
  row: Type.Object({
    ...columns,
    person: Nullable(Type.String({ description: 'The name of the account, once they have joined' })),
    payer: Nullable(Type.String()),
    product_name: Type.String(),
    subscription_state: SubscriptionState,
    period_ends_on: Nullable(DateOnly),
    opens: Opens,
    is_open: Type.Boolean({ description: 'Whether the membership opens what it names today' }),
    is_paused: Type.Boolean(),
  }),
  computed: {
    person: sql`case when u.id is not null then ${displayNameOf('u')} end`,
    payer,
    product_name: sql.ref('s.product_name'),
    subscription_state: sql.ref('s.state'),
    period_ends_on: sql`s.period_ends_on::text`,
    opens: sql.ref('s.opens'),
    is_open: sql<SqlBool>`(subscription_member.state = 'joined' and ${opensNow('s')})`,
    is_paused: isPaused('s'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    subscription_id: equals('subscription_id', Id),
    user_id: equals('user_id', Id),
    state: equals('state', SharingState),
    open: defineFilter(
      Type.Boolean(),
      (wanted) => sql<SqlBool>`(subscription_member.state in ('invited', 'joined')) = ${wanted}`,
    ),
  },
  search: ['name', 'email'],
  sort: { id: null, name: null, state: null, joined_on: null },
  default_sort: 'id',
  reads: readsPeople,
  writes: readsPeople,
  quota: { organisation: 'membership_people' },
  lasting: ['create'],

  create: {
    body: bodyOf({ subscription_id: Id, name, email }, {}),
    async run(trx, viewer, { subscription_id, ...body }) {
      checkNotImpersonating(viewer)
      const { organisation_id } = await read(trx, subscription, viewer, subscription_id)
      const sub = await lockSubscription(trx, subscription_id)
      const today = await todayOf(trx, organisation_id)
      checkCanGrow(sub, await countPlaces(trx, subscription_id), today)
      const address = checkEmails(body.email, 'email')
      if (address === '' || address.includes(',')) throw new AppError('email_invalid', undefined, 'email')
      await checkIsOther(trx, subscription_id, address)
      await takeAttempt(trx, 'invite', viewer.user_id)
      await takeAttempt(trx, 'mail', address)
      await takeAttempt(trx, 'invite_to', address)
      await countMail(trx, organisation_id)
      const { token, sha256 } = makeToken()
      const { id } = await rows(trx, 'subscription_member').insert({
        organisation_id,
        subscription_id,
        name: body.name.trim() || address,
        email: address,
        token_sha256: sha256,
        invited_by_user_id: viewer.user_id,
        expires_at: sql<string>`now() + make_interval(days => ${VALID_DAYS})`,
      })
      const about = { organisation_id, entity: 'subscription', entity_id: subscription_id }
      await audit(trx, viewer, 'subscription.invite', about)
      // The answer does not reveal that the address refuses requests.
      if (!(await isRefused(trx, address))) await mailInvitation(trx, id, token)
      return { id }
    },
  },
})

/** People who have joined or are invited, and the payer. */
async function countPlaces(trx: Trx, subscription_id: number): Promise<number> {
  const { rows } = await sql<{ invited: number }>`select count(*)::int as invited from subscription_member
    where subscription_id = ${subscription_id} and state = 'invited' and expires_at > now()`.execute(trx)
  return (await countPeople(trx, subscription_id)) + rows[0]!.invited
}

/** @throws {AppError} conflict for the address of the payer, or of a person who has joined */
async function checkIsOther(trx: Trx, subscription_id: number, address: string): Promise<void> {
  // An invitation that has ended unanswered gives way to a new one.
  await sql`update subscription_member set state = 'withdrawn', token_sha256 = null, modified_at = now()
    where subscription_id = ${subscription_id} and state = 'invited' and expires_at <= now()`.execute(trx)
  const { rows } = await sql`select from subscription s join user_account u on lower(u.email) = lower(${address})
    where s.id = ${subscription_id} and (u.id = s.user_id or exists (select from subscription_member m
      where m.subscription_id = s.id and m.user_id = u.id and m.state = 'joined'))`.execute(trx)
  if (rows.length > 0) throw new AppError('conflict', 'This person has the membership already.', 'email')
}

function readsPeople(viewer: Viewer) {
  const member = ofMember(withBilling(viewer), 'subscription_member.organisation_id')
  return scope(
    member.extent,
    sql<SqlBool>`(${ofBooks(viewer, 'subscription_member')} or (${member} and (subscription_member.user_id = ${viewer.user_id}
      or exists (select from subscription own where own.id = subscription_member.subscription_id
        and own.user_id = ${viewer.user_id}))))`,
  )
}

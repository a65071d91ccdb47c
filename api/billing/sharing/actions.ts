import { Type } from 'typebox'
import { Amount } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { todayOf } from '../access.ts'
import { digitsOf } from '../books/checks.ts'
import { compute } from '../invoices/lines.ts'
import { countPeople, setMember } from '../members/cover.ts'
import type { Cost } from '../money/discounts.ts'
import { toMajor } from '../money/document.ts'
import type { Sub } from '../subscriptions/advance.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { subscription } from '../subscriptions/subscription.ts'
import { notifyPayer } from './letter.ts'
import { costOfNext, removePerson } from './shares.ts'
import { subscriptionmember } from './subscriptionmember.ts'

const Amounts = Type.Object({ net: Amount, tax: Amount, gross: Amount })
const strict = { additionalProperties: false }

/** The payer reads it before they invite. */
export const readPersonPrice = defineAction({
  method: 'GET',
  path: 'subscriptionmember/price',
  tags: ['subscriptions'],
  summary: 'Read what one more person in a membership costs: if they accept today, and in each whole period',
  query: Type.Object({ subscription_id: Id }, strict),
  answer: Type.Object({
    now: Amounts,
    each: Amounts,
    currency: Type.String(),
    digits: Type.Integer(),
    period: Type.String(),
    period_ends_on: Nullable(DateOnly),
    people_count: Type.Integer({ description: 'Who have it, the payer included' }),
    members_most: Type.Integer(),
  }),
  async run({ context: { db }, viewer, query }) {
    const { id, organisation_id } = await read(db, subscription, viewer, query.subscription_id)
    const sub = await db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const people_count = await countPeople(db, id)
    const digits = await digitsOf(db, sub.currency)
    const { now, each } = costOfNext(sub, people_count, await todayOf(db, organisation_id))
    const { currency, period, period_ends_on, members_most } = sub
    const amounts = { now: amountsOf(sub, digits, now), each: amountsOf(sub, digits, each) }
    return { ...amounts, currency, digits, period, period_ends_on, people_count, members_most }
  },
})

/** By the payer or an administrator, who remove a person, or by the person, who leaves. */
export const endSharing = defineAction({
  method: 'POST',
  path: 'subscriptionmember/end',
  tags: ['subscriptions'],
  summary:
    'Withdraw an invitation to a membership, remove a person from it, or leave it oneself; days left are credited',
  body: IdQuery,
  answer: subscriptionmember.row,
  async run({ context, viewer, body: { id } }) {
    checkNotImpersonating(viewer)
    const { organisation_id, subscription_id, state, user_id } = await read(context.db, subscriptionmember, viewer, id)
    const leaves = user_id === viewer.user_id
    if (state === 'invited' || state === 'joined') {
      await transact(context, async (trx) => {
        const sub = await lockSubscription(trx, subscription_id)
        const member = await trx
          .selectFrom('subscription_member')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (member.state === 'invited') await setMember(trx, id, { state: 'withdrawn', token_sha256: null })
        if (member.state !== 'joined') return
        const by = { today: await todayOf(trx, organisation_id), user_id: viewer.user_id }
        await removePerson(trx, sub, member, { ...by, state: leaves ? 'left' : 'removed', credit: true })
        if (leaves) await notifyPayer(trx, { id, what: 'has left' })
        const about = { organisation_id, entity: 'subscription', entity_id: subscription_id }
        await audit(trx, viewer, leaves ? 'subscription.leave' : 'subscription.remove', about)
      })
    }
    const data = await read(context.db, subscriptionmember, viewer, id)
    return answerWith(data, { message: leaves ? 'You have left the membership.' : 'Done.' })
  },
})

function amountsOf({ amounts_are, tax_rate }: Sub, digits: number, { full, off }: Cost) {
  const lines = [full, ...(off > 0 ? [-off] : [])].map((amount) => ({ unit_price: toMajor(amount, digits), tax_rate }))
  const { net, tax, gross } = compute(amounts_are, digits, lines)
  return { net, tax, gross }
}

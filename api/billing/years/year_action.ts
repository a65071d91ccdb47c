import { type Static, Type } from 'typebox'
import { Amount } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { lockTarget, read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { checkAdministrator } from '../access.ts'
import { product } from '../books/product.ts'
import { adoptYear, planYear } from './adopt.ts'

/** Members that the answer names; it counts all. */
const MOST_NAMED = 200

const count = Type.Integer()
const Member = Type.Object({
  subscription_id: Id,
  contact_name: Nullable(Type.String()),
  paid_until: DateOnly,
  begins_on: DateOnly,
  ends_on: DateOnly,
  amount: Amount,
  full_amount: Amount,
  currency: Type.String(),
  digits: count,
  part: count,
  of: count,
  unit: Nullable(Type.String()),
})
const Adopted = Type.Object({
  year_begins: Nullable(Type.String()),
  members_count: count,
  invoiced_count: Type.Integer({ description: 'Whose next period is invoiced already' }),
  members: Type.Array(Member, { description: `The first ${MOST_NAMED}` }),
})

export const adoptMembershipYear = defineAction({
  method: 'POST',
  path: 'product/year',
  tags: ['products'],
  summary:
    'Give the members of a product its membership year, from their next period; with preview only what that means',
  body: Type.Object({ id: Id, preview: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  answer: Adopted,
  status: [261, 200],
  async run({ context, viewer, body: { id, preview } }) {
    const { organisation_id } = await read(context.db, product, viewer, id)
    checkAdministrator(viewer, organisation_id)
    if (preview) return answerWith(answerOf(await planYear(context.db, organisation_id, id)), { status: 200 })
    checkNotImpersonating(viewer)
    const data = await transact(context, async (trx) => {
      await lockTarget(trx, product, viewer, { id })
      const plan = await adoptYear(trx, organisation_id, id)
      const about = { organisation_id, entity: 'product', entity_id: id, details: { members: plan.members.length } }
      await audit(trx, viewer, 'product.year', about)
      return answerOf(plan)
    })
    return answerWith(data, { message: 'The members have the membership year from their next period.' })
  },
})

function answerOf({ terms, members }: Awaited<ReturnType<typeof planYear>>): Static<typeof Adopted> {
  const continuing = members.filter(({ sub }) => !sub.cancel_at_end)
  return {
    year_begins: terms.year_begins,
    members_count: continuing.length,
    invoiced_count: continuing.filter(({ invoiced_until }) => invoiced_until !== null).length,
    members: continuing
      .slice(0, MOST_NAMED)
      .map(({ sub, invoiced_until, next, cost }) => ({
        subscription_id: sub.id,
        contact_name: sub.contact_name,
        paid_until: invoiced_until ?? sub.period_ends_on!,
        begins_on: next.begins_on,
        ends_on: next.ends_on!,
        amount: cost,
        full_amount: sub.price,
        currency: sub.currency,
        digits: sub.digits,
        part: next.part,
        of: next.of,
        unit: next.unit,
      })),
  }
}

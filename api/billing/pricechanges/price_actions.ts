import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Amount, CurrencyCode, PriceAnswer, RenewedPeriod, SignedAmount } from '#db/tables/billing/values.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { lockTarget, read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { billingAdministered, todayOf } from '../access.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { answerPrice } from './answer.ts'
import { pricechange } from './pricechange.ts'
import { pricechangemember } from './pricechangemember.ts'
import { planPrices, schedulePrices } from './schedule.ts'
import { withdraw } from './withdraw.ts'

const closed = { additionalProperties: false }
const tags = ['subscriptions']
const count = Type.Integer()
const text = Type.String()
const Signed = Type.String({ pattern: '^-?\\d{1,4}(\\.\\d{1,4})?$', description: 'per cent, such as "5.5" or "-10"' })
const Step = Type.String({
  maxLength: 8,
  pattern: '^(?=.*[1-9])\\d{1,4}(\\.\\d{1,3})?$',
  description: 'to what a price by per cent is rounded, in major units, such as "0.05"; by default the minor unit',
})

const ScheduleBody = Type.Object(
  {
    product_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
    effective_on: DateOnly,
    organisation_id: Type.Optional(Id),
    unit_amount: Type.Optional(Amount),
    percent: Type.Optional(Signed),
    round_to: Type.Optional(Step),
    preview: Type.Optional(Type.Boolean({ description: 'Nothing is written' })),
  },
  closed,
)
const Scheduled = Type.Object({
  changes: Type.Array(
    Type.Object({
      product_id: Id,
      product_name: text,
      old_amount: Amount,
      new_amount: Amount,
      currency: CurrencyCode,
      period: RenewedPeriod,
      members_count: { ...count, description: 'Whose price changes' } as typeof count,
      invoiced_count: {
        ...count,
        description: 'Of these, whose next period is invoiced at the old price',
      } as typeof count,
      other_terms_count: {
        ...count,
        description: 'Members in another currency, tax or period: they keep their price',
      } as typeof count,
      difference_a_year: SignedAmount,
    }),
  ),
  totals: Type.Array(Type.Object({ currency: CurrencyCode, members_count: count, difference_a_year: SignedAmount })),
})

export const scheduleChanges = defineAction({
  method: 'POST',
  path: 'pricechange/schedule',
  tags,
  summary: 'Change prices for renewals from a day on; with preview only what that would mean',
  body: ScheduleBody,
  answer: Scheduled,
  status: [261, 200],
  async run({ context, viewer, body: { preview, organisation_id: named, ...body } }) {
    const organisation_id = await billingAdministered(context.db, viewer, named)
    const wish = { ...body, organisation_id, today: await todayOf(context.db, organisation_id) }
    if (preview) return answerWith(await previewOf(context.db, wish), { status: 200 })
    checkNotImpersonating(viewer)
    const data = await transact(context, async (trx) => {
      const planned = await previewOf(trx, wish)
      for (const entity_id of await schedulePrices(trx, wish, viewer.user_id)) {
        await audit(trx, viewer, 'pricechange.schedule', { organisation_id, entity: 'pricechange', entity_id })
      }
      return planned
    })
    return answerWith(data, { message: 'The new prices are scheduled.' })
  },
})

export const cancelChange = defineAction({
  method: 'POST',
  path: 'pricechange/cancel',
  tags,
  summary: 'Cancel a change of a price before its day',
  body: IdQuery,
  answer: pricechange.row,
  message: 'The change has been cancelled: members keep their price.',
  async run({ context, viewer, body: { id } }) {
    checkNotImpersonating(viewer)
    await transact(context, async (trx) => {
      const { organisation_id } = await lockTarget(trx, pricechange, viewer, { id })
      const change = await trx.selectFrom('price_change').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await withdraw(trx, change, { today: await todayOf(trx, organisation_id), user_id: viewer.user_id })
      await audit(trx, viewer, 'pricechange.cancel', { organisation_id, entity: 'pricechange', entity_id: id })
    })
    return read(context.db, pricechange, viewer, id)
  },
})

export const answerChange = defineAction({
  method: 'POST',
  path: 'pricechangemember/answer',
  tags,
  summary: 'Agree to a new price, or decline it and leave at the end of the paid period: by the member only',
  body: Type.Object({ id: Id, answer: PriceAnswer }, closed),
  answer: pricechangemember.row,
  message: 'Your answer has been recorded.',
  async run({ context, viewer, body: { id, answer } }) {
    checkNotImpersonating(viewer)
    const { user_id, organisation_id, subscription_id } = await read(context.db, pricechangemember, viewer, id)
    if (user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the member answers for a membership.')
    await transact(context, async (trx) => {
      const sub = await lockSubscription(trx, subscription_id)
      const { is_open } = await read(trx, pricechangemember, viewer, id)
      const by = { today: await todayOf(trx, organisation_id), user_id: viewer.user_id }
      await answerPrice(trx, sub, { id, answer, is_open }, by)
      const about = { organisation_id, entity: 'pricechangemember', entity_id: id, details: { answer } }
      await audit(trx, viewer, 'pricechangemember.answer', about)
    })
    return read(context.db, pricechangemember, viewer, id)
  },
})

async function previewOf(db: Db, wish: Parameters<typeof planPrices>[1]): Promise<Static<typeof Scheduled>> {
  const changes = (await planPrices(db, wish)).map(({ product, members, ...planned }) => ({
    product_id: product.id,
    product_name: product.name,
    old_amount: product.unit_amount,
    new_amount: planned.new_amount,
    currency: product.currency,
    period: planned.period,
    members_count: members.length,
    invoiced_count: planned.invoiced_count,
    other_terms_count: planned.other_terms_count,
    difference_a_year: planned.difference_a_year,
  }))
  const totals = [...Map.groupBy(changes, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    members_count: own.reduce((sum, one) => sum + one.members_count, 0),
    difference_a_year: own.reduce((sum, one) => sum + one.difference_a_year, 0),
  }))
  return { changes, totals }
}

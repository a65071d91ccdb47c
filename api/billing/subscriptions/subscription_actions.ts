import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Amount, ReminderKind, SignedAmount } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { administers } from '../../crud/belonging.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import type { By } from '../members/credit_part.ts'
import type { Sub } from './advance.ts'
import { cancelAtEnd, cancelNow, resume } from './cancel.ts'
import { changeSubscription, planChange } from './change.ts'
import { lockSubscription } from './lock.ts'
import { subscription } from './subscription.ts'

const closed = { additionalProperties: false }
const CancelBody = Type.Object(
  {
    id: Id,
    at: Type.Optional(Type.Unsafe<'end' | 'now'>(Type.String({ enum: ['end', 'now'] }))),
    credit: Type.Optional(Type.Boolean({ description: 'Of `now`: whether the days that are left are credited' })),
  },
  closed,
)
const Amounts = Type.Object({ net: Amount, tax: Amount, gross: Amount })
const Preview = Type.Object({
  credit: Amounts,
  charge: Amounts,
  due: Type.Object({ net: SignedAmount, tax: SignedAmount, gross: SignedAmount }),
  currency: Type.String(),
  digits: Type.Integer(),
  effective_on: DateOnly,
  period_began_on: DateOnly,
  period_ends_on: Nullable(DateOnly),
  next_invoice_on: Nullable(DateOnly),
})
const Reminder = Type.Object({
  kind: ReminderKind,
  for_day: DateOnly,
  message_id: Nullable(Id),
  state: Nullable(Type.String({ description: 'Of the mail, or of the message where there was none' })),
  reason: Nullable(Type.String()),
  created_at: Timestamp,
})

const tags = ['subscriptions']
const cancelling = {
  tags,
  summary: 'Cancel a membership at the end of its period; administrators also at once',
  body: CancelBody,
  message: 'The membership has been cancelled.',
}

/** Cancelling and changing a membership: by its person, or by an administrator. */
export const cancelSubscription = defineAction({
  ...cancelling,
  method: 'POST',
  path: 'subscription/cancel',
  answer: subscription.row,
  run: ({ context, viewer, body }) => cancel(context, viewer, body),
})

export const deleteSubscription = defineAction({
  ...cancelling,
  method: 'DELETE',
  path: 'subscription',
  async run({ context, viewer, body }) {
    await cancel(context, viewer, body)
  },
})

export const resumeSubscription = defineAction({
  method: 'POST',
  path: 'subscription/resume',
  tags,
  summary: 'Take back a cancellation that has not come yet',
  body: IdQuery,
  answer: subscription.row,
  message: 'The membership continues.',
  run: ({ context, viewer, body: { id } }) => step(context, viewer, 'resume', id, (trx, sub) => resume(trx, sub)),
})

export const changeByAction = changeAt('subscription/change')
export const changeByUpdate = changeAt('subscription')

function changeAt<const Path extends string>(path: Path) {
  return defineAction({
    method: 'POST',
    path,
    tags,
    summary: 'Change a membership to another product today; with preview only what it would cost',
    body: Type.Object({ id: Id, product_id: Id, preview: Type.Optional(Type.Boolean()) }, closed),
    answer: Type.Union([subscription.row, Preview]),
    status: [261, 200],
    by_status: true,
    async run({ context, viewer, body: { id, product_id, preview } }) {
      if (preview) return answerWith(await previewOf(context, viewer, id, product_id), { status: 200 })
      const data = await step(context, viewer, 'change', id, (trx, sub, by) =>
        changeSubscription(trx, sub, product_id, by),
      )
      return answerWith(data, { message: 'The membership has been changed.' })
    },
  })
}

export const listReminders = defineAction({
  method: 'GET',
  path: 'subscription/reminders',
  tags,
  summary: 'List the reminders of a membership, and whether they have arrived',
  query: IdQuery,
  answer: Type.Array(Reminder),
  async run({ context: { db }, viewer, query }) {
    const { id } = await read(db, subscription, viewer, query.id)
    const { rows } = await sql<Static<typeof Reminder>>`
      select r.kind, r.for_day, r.message_id, d.state, d.reason, r.created_at from subscription_reminder r
      left join lateral (select d.state, d.reason from message_delivery d where d.message_id = r.message_id
        order by d.channel = 'email' desc, d.id limit 1) d on true
      where r.subscription_id = ${id} order by r.id desc limit 200`.execute(db)
    return rows
  },
})

const cancel = (context: ApiContext, viewer: Viewer, { id, at = 'end', credit = true }: Static<typeof CancelBody>) =>
  step(context, viewer, 'cancel', id, async (trx, sub, by) => {
    if (at === 'end') return cancelAtEnd(trx, sub, by)
    if (!administers(viewer, sub.organisation_id)) {
      throw new AppError('forbidden', 'Only an administrator ends a membership at once.', 'at')
    }
    return cancelNow(trx, sub, { ...by, credit })
  })

async function previewOf({ db }: ApiContext, viewer: Viewer, id: number, product_id: number) {
  const { organisation_id } = await read(db, subscription, viewer, id)
  const sub = await db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const plan = await planChange(db, sub, product_id, await todayOf(db, organisation_id))
  return { ...plan, currency: sub.currency }
}

/** Runs a step with the row locked. @returns what the row is then */
async function step(context: ApiContext, viewer: Viewer, name: string, id: number, work: Work) {
  checkNotImpersonating(viewer)
  const { organisation_id } = await read(context.db, subscription, viewer, id)
  await transact(context, async (trx) => {
    const sub = await lockSubscription(trx, id)
    await work(trx, sub, { today: await todayOf(trx, organisation_id), user_id: viewer.user_id })
    await audit(trx, viewer, `subscription.${name}`, { organisation_id, entity: 'subscription', entity_id: id })
  })
  return read(context.db, subscription, viewer, id)
}

type Work = (trx: Trx, sub: Sub, by: By) => Promise<void>

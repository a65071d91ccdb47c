import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Amount, ReminderKind, SignedAmount } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { administers } from '../../crud/belonging.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { todayOf } from '../access.ts'
import { cancelAtEnd, cancelNow, resume } from './cancel.ts'
import { changeSubscription, planChange } from './change.ts'
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
const ChangeBody = Type.Object({ id: Id, product_id: Id, preview: Type.Optional(Type.Boolean()) }, closed)
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

/** Cancelling and changing a membership: by its person, or by an administrator. */
export function addSubscriptions(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['subscriptions']
  const resource = subscription
  const row = (viewer: Viewer, id: number) => read(db, resource, viewer, id)

  /** Runs a step with the row locked. */
  const step = async (
    viewer: Viewer,
    name: string,
    id: number,
    work: (trx: Trx, sub: Locked, by: By) => Promise<void>,
  ) => {
    checkNotImpersonating(viewer)
    const { organisation_id } = await row(viewer, id)
    await transact(context, async (trx) => {
      const sub = await lock(trx, id)
      await work(trx, sub, { today: await todayOf(trx, organisation_id), user_id: viewer.user_id })
      await audit(trx, viewer, `subscription.${name}`, { organisation_id, entity: 'subscription', entity_id: id })
    })
    return row(viewer, id)
  }

  const cancel = (viewer: Viewer, { id, at = 'end', credit = true }: Static<typeof CancelBody>) =>
    step(viewer, 'cancel', id, async (trx, sub, by) => {
      if (at === 'end') return cancelAtEnd(trx, sub, by)
      if (!administers(viewer, sub.organisation_id)) {
        throw new AppError('forbidden', 'Only an administrator ends a membership at once.', 'at')
      }
      return cancelNow(trx, sub, { ...by, credit })
    })
  const summary = 'Cancel a membership at the end of its period; administrators also at once'
  const cancelled = 'The membership has been cancelled.'

  app.post('/subscription/cancel', {
    schema: { tags, summary, body: CancelBody, response: answers({ 261: subscription.row }) },
    async handler(request, reply) {
      const data = await cancel(viewerOf(request), request.body)
      return reply.code(261).send({ data, message: cancelled })
    },
  })

  app.delete('/subscription', {
    schema: { tags, summary, body: CancelBody, response: answers({ 262: Type.Null() }) },
    async handler(request, reply) {
      await cancel(viewerOf(request), request.body)
      return reply.code(262).send({ data: null, message: cancelled })
    },
  })

  app.post('/subscription/resume', {
    schema: {
      tags,
      summary: 'Take back a cancellation that has not come yet',
      body: IdQuery,
      response: answers({ 261: subscription.row }),
    },
    async handler(request, reply) {
      const data = await step(viewerOf(request), 'resume', request.body.id, (trx, sub) => resume(trx, sub))
      return reply.code(261).send({ data, message: 'The membership continues.' })
    },
  })

  for (const path of ['/subscription/change', '/subscription']) {
    app.post(path, {
      schema: {
        tags,
        summary: 'Change a membership to another product today; with preview only what it would cost',
        body: ChangeBody,
        response: answers({ 200: Preview, 261: subscription.row }),
      },
      async handler(request, reply) {
        const viewer = viewerOf(request)
        const { id, product_id, preview } = request.body
        if (preview) {
          const { organisation_id } = await row(viewer, id)
          const sub = await db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
          const plan = await planChange(db, sub, product_id, await todayOf(db, organisation_id))
          return reply.code(200).send({ data: { ...plan, currency: sub.currency } })
        }
        const data = await step(viewer, 'change', id, (trx, sub, by) => changeSubscription(trx, sub, product_id, by))
        return reply.code(261).send({ data, message: 'The membership has been changed.' })
      },
    })
  }

  app.get('/subscription/reminders', {
    schema: {
      tags,
      summary: 'List the reminders of a membership, and whether they have arrived',
      querystring: IdQuery,
      response: answers({ 200: Type.Array(Reminder), 260: Type.Array(Reminder) }),
    },
    async handler(request, reply) {
      const { id } = await row(viewerOf(request), request.query.id)
      const { rows } = await sql<never>`
        select r.kind, r.for_day, r.message_id, d.state, d.reason, r.created_at from subscription_reminder r
        left join lateral (select d.state, d.reason from message_delivery d where d.message_id = r.message_id
          order by d.channel = 'email' desc, d.id limit 1) d on true
        where r.subscription_id = ${id} order by r.id desc limit 200`.execute(db)
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows })
    },
  })
}

const lock = (trx: Trx, id: number) =>
  trx.selectFrom('subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

type Locked = Awaited<ReturnType<typeof lock>>
type By = { today: string; user_id: number }

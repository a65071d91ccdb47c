import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkAdministrator, todayOf } from '../access.ts'
import { dateText } from '../documents/texts.ts'
import { latestEnd, nextPauseFrom } from '../money/pauses.ts'
import { dropPause, endPause } from '../pauses/begin_pause.ts'
import { pausedOn } from '../pauses/paused.ts'
import { advance, type Sub } from './advance.ts'
import { lockSubscription } from './lock.ts'
import { subscription } from './subscription.ts'

const Pause = Type.Object(
  {
    id: Id,
    from_on: DateOnly,
    until_on: Type.Unsafe<string>({ ...DateOnly, description: 'The last day of the pause' }),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    extends: Type.Optional(Type.Boolean({ description: 'Whether the period ends later by the days of the pause' })),
    opens: Type.Optional(Type.Boolean({ description: 'Whether it opens what it names while it is paused' })),
  },
  { additionalProperties: false },
)

/** Pauses a membership: by an administrator, once in a year. */
export const pauseSubscription = defineAction({
  method: 'POST',
  path: 'subscription/pause',
  tags: ['subscriptions'],
  summary: 'Pause a membership: nothing is invoiced, charged or reminded of in that time; administrators only',
  body: Pause,
  answer: subscription.row,
  message: 'The pause has been written.',
  async run({ context, viewer, body }) {
    const { organisation_id } = await administered(context.db, viewer, body.id)
    await transact(context, async (trx) => {
      const today = await todayOf(trx, organisation_id)
      // What is due until now is done before.
      const sub = await locked(trx, body.id)
      await advance(trx, body.id, today)
      await pause(trx, await locked(trx, sub.id), { ...body, today })
      await advance(trx, body.id, today)
      const details = { from_on: body.from_on, until_on: body.until_on, reason: body.reason }
      await audit(trx, viewer, 'subscription.pause', {
        organisation_id,
        entity: 'subscription',
        entity_id: body.id,
        details,
      })
    })
    return read(context.db, subscription, viewer, body.id)
  },
})

export const endPauseNow = defineAction({
  method: 'POST',
  path: 'subscription/endpause',
  tags: ['subscriptions'],
  summary: 'End the pause of a membership today, or take back one that has not begun; administrators only',
  body: IdQuery,
  answer: subscription.row,
  message: 'The pause has been ended.',
  async run({ context, viewer, body: { id } }) {
    const { organisation_id } = await administered(context.db, viewer, id)
    await transact(context, async (trx) => {
      const today = await todayOf(trx, organisation_id)
      const sub = await locked(trx, id)
      await endAt(trx, sub, today)
      await advance(trx, id, today)
      await audit(trx, viewer, 'subscription.endpause', { organisation_id, entity: 'subscription', entity_id: id })
    })
    return read(context.db, subscription, viewer, id)
  },
})

/**
 * Writes the pause of a locked membership; it begins when its first day has come.
 *
 * @throws {AppError} bad_request that names the field; not_possible for what is not paid, or was paused within a year
 */
export async function pause(trx: Trx, sub: Sub, { today, ...wish }: Wish): Promise<void> {
  const { from_on, until_on, reason, extends: extends_period = sub.year_begins === null, opens = false } = wish
  const { pause_months } = await trx
    .selectFrom('billing_config')
    .select('pause_months')
    .where('organisation_id', '=', sub.organisation_id)
    .executeTakeFirstOrThrow()
  if (pause_months === 0) throw new AppError('not_possible', 'The billing settings allow no pauses.')
  if (sub.state !== 'active') {
    throw new AppError('not_possible', `This membership is ${sub.state === 'grace' ? 'not paid yet' : sub.state}.`)
  }
  if (pausedOn(sub, today)) throw new AppError('not_possible', 'This membership is paused.')
  if (from_on < today) throw wrong('from_on', 'is before today.')
  if (until_on < from_on) throw wrong('until_on', 'is before from_on.')
  if (sub.period_ends_on !== null && from_on > sub.period_ends_on) {
    throw wrong('from_on', `is after the present period, which ends on ${dateText(sub.period_ends_on)}.`)
  }
  if (until_on > latestEnd(from_on, pause_months)) throw wrong('until_on', `is more than ${pause_months} months later.`)
  if (extends_period && sub.year_begins !== null) {
    throw wrong('extends', 'a year that is the same for all members does not end later.')
  }
  // One that is planned only has not been.
  const paused_last = sub.pause_begun ? sub.paused_from : sub.paused_last
  if (paused_last !== null && from_on < nextPauseFrom(paused_last)) {
    const next = dateText(nextPauseFrom(paused_last))
    throw new AppError('not_possible', `It was paused within a year: it can be paused again from ${next}.`, 'from_on')
  }
  await trx
    .updateTable('subscription')
    .set({
      paused_from: from_on,
      paused_until: until_on,
      pause_reason: reason.trim(),
      pause_extends: extends_period,
      pause_opens: opens,
      pause_begun: false,
      paused_last,
      modified_at: new Date().toISOString(),
    })
    .where('id', '=', sub.id)
    .execute()
}

/** @throws {AppError} not_possible where there is no pause to end */
export async function endAt(trx: Trx, sub: Sub, today: string): Promise<void> {
  if (pausedOn(sub, today)) return endPause(trx, sub, today)
  if (sub.paused_from === null || sub.pause_begun || sub.paused_from < today) {
    throw new AppError('not_possible', 'This membership is not paused.')
  }
  await dropPause(trx, sub)
}

/** @throws {AppError} not_found, or forbidden for who does not administer it */
async function administered(db: Db, viewer: Viewer, id: number) {
  checkNotImpersonating(viewer)
  const row = await read(db, subscription, viewer, id)
  checkAdministrator(viewer, row.organisation_id)
  return row
}

const locked = (trx: Trx, id: number): Promise<Sub> => lockSubscription(trx, id)

type Wish = Omit<Static<typeof Pause>, 'id'> & { today: string }

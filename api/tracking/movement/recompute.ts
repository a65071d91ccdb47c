import { Type } from 'typebox'
import { findMovementAgain } from '#db/movement/mark.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { transact } from '../../crud/transact.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { tracker } from '../tracker.ts'

const Span = Type.Object({ tracker_id: Id, from: Timestamp, to: Timestamp }, { additionalProperties: false })

/** Has trips, stops and the rest of a tracker found again in what is stored: by a changed profile, for a new boundary. */
export const recomputeMovement = defineAction({
  method: 'POST',
  path: 'movement/recompute',
  tags: ['segments'],
  summary: 'Find trips, stops and visits of a tracker again, in the background',
  body: Span,
  answer: Span,
  message: 'They are being found again.',
  attempts: ['recompute'],
  async run({ context, viewer, body: { tracker_id, from, to } }) {
    if (Date.parse(from) >= Date.parse(to)) throw wrong('to', 'is not after `from`.')
    if (Date.parse(to) - Date.parse(from) > MOST_MS) throw wrong('from', 'give at most 400 days.')
    await transact(context, async (trx) => {
      const found = await trx
        .selectFrom('tracker')
        .select('organisation_id')
        .where('id', '=', tracker_id)
        .where(tracker.reads(viewer))
        .where(ofAdministrator(viewer, 'tracker.organisation_id'))
        .executeTakeFirst()
      if (!found) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
      await findMovementAgain(trx, { ...found, tracker_id }, from, to)
    })
    return { tracker_id, from, to }
  },
})

const MOST_MS = 400 * 86_400_000

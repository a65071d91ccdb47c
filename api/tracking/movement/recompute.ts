import { sql } from 'kysely'
import { Type } from 'typebox'
import { queueMovement } from '#db/movement/queue.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import * as crud from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import { job } from '../../files/jobs/job.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { tracker } from '../tracker.ts'

const Span = Type.Object({ tracker_id: Id, from: Timestamp, to: Timestamp }, { additionalProperties: false })

/** Has trips, stops and the rest of a tracker found again in what is stored: by a changed profile, for a new boundary. */
export const recomputeMovement = defineAction({
  method: 'POST',
  path: 'movement/recompute',
  tags: ['segments'],
  summary: 'Find trips, stops and visits of a tracker again, by a job',
  body: Span,
  answer: job.row,
  status: 202,
  message: 'They are being found again.',
  attempts: ['recompute'],
  async run({ context, viewer, body: { tracker_id, from, to } }) {
    if (Date.parse(from) >= Date.parse(to)) throw wrong('to', 'is not after `from`.')
    if (Date.parse(to) - Date.parse(from) > MOST_MS) throw wrong('from', 'give at most 400 days.')
    const id = await transact(context, async (trx) => {
      const found = await trx
        .selectFrom('tracker')
        .select(['organisation_id', sql<string>`coalesce(nullif(tracker.name, ''), tracker.number)`.as('name')])
        .where('id', '=', tracker_id)
        .where(tracker.reads(viewer))
        .where(ofAdministrator(viewer, 'tracker.organisation_id'))
        .executeTakeFirst()
      if (!found) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
      const input = { of: 'tracker' as const, tracker_id, from, to }
      return await queueMovement(trx, { ...found, user_id: viewer.user_id, input })
    })
    if (id === null) throw new AppError('not_possible', 'Too much waits to be found again. Please try later.')
    return crud.read(context.db, job, viewer, id)
  },
})

const MOST_MS = 400 * 86_400_000

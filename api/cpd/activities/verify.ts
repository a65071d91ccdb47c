import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { AppError } from '../../http/errors.ts'
import { checkNotFrozen } from '../freezing.ts'
import { checkApproves, checkReason } from '../steps.ts'
import { devactivity } from './devactivity.ts'

const Body = Type.Object(
  {
    id: Id,
    /** False returns it: then a note says why. */
    verified: Type.Optional(Type.Boolean()),
    note: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  { additionalProperties: false },
)

/** Supervisors verify what was recorded, or return it with a reason. */
export const verifyActivity = defineAction({
  method: 'POST',
  path: 'devactivity/verify',
  tags: ['devactivities'],
  summary: 'Verify an activity of a person whom you supervise, or return it (verified: false) with a note',
  body: Body,
  answer: devactivity.row,
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body: { id, verified = true, note = '' } }) {
    await takeStep(context, devactivity, viewer, id, async (trx, activity) => {
      checkApproves(viewer, activity.may_verify)
      await checkNotFrozen(trx, { ...activity, dates: [activity.completed_on] })
      if (!verified) checkReason(note, 'note')
      if (activity.state === 'draft') throw new AppError('not_possible', 'This activity is a draft.')
      const by = verified
        ? { state: 'verified', verified_by: viewer.user_id, verified_at: sql`now()` }
        : { state: 'returned', verified_by: null, verified_at: null }
      return { ...by, note }
    })
    return read(context.db, devactivity, viewer, id)
  },
})

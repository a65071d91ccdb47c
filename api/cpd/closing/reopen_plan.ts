import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkDecides } from '../people/decides.ts'
import { devplan } from '../plans/devplan.ts'

/** Opens what was closed at the end of a person's own period; it is closed again with the cycle. */
export const reopenPlan = defineAction({
  method: 'POST',
  path: 'devplan/reopen',
  tags: ['devplans'],
  summary: 'Open the own period of a person again, with the reason, which is audited; for administrators',
  body: Type.Object({ id: Id, reason: Type.String({ maxLength: 2000 }) }, { additionalProperties: false }),
  answer: devplan.row,
  message: 'The period is open.',
  async run({ context, viewer, body }) {
    const { id } = body
    const reason = body.reason.trim()
    await takeStep(context, devplan, viewer, id, async (trx, plan) => {
      const { organisation_id, user_id, devcycle_id, closed_at } = plan
      checkDecides(viewer, { organisation_id, user_id }, 'id')
      if (!reason) throw wrong('reason', 'please say why the period is opened again.')
      const cycle = await trx
        .selectFrom('devcycle')
        .select(['expired_at', 'name'])
        .where('id', '=', devcycle_id)
        .forShare()
        .executeTakeFirstOrThrow()
      if (cycle.expired_at) throw new AppError('archived', `The cycle ${cycle.name} is closed.`)
      if (!closed_at) throw new AppError('not_possible', 'This period is open.')
      await trx.deleteFrom('devplan_report').where('devplan_id', '=', id).execute()
      const details = { reason, closed_at }
      await audit(trx, viewer, 'devplan.reopen', { organisation_id, entity: 'devplan', entity_id: id, details })
      const open = { result: null, closed_at: null, closed_from: null, closed_to: null }
      return { ...open, reopened_at: sql<string>`now()` }
    })
    return read(context.db, devplan, viewer, id)
  },
})

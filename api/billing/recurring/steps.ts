import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { checkAdministrator, todayOf } from '../access.ts'
import { dayOfSchedule, indexFrom } from '../money/schedule.ts'
import type { Recurring } from './checked.ts'
import { recurringinvoice } from './recurringinvoice.ts'

const Step = Type.Unsafe<'pause' | 'resume' | 'end'>(Type.String({ enum: ['pause', 'resume', 'end'] }))

/** Days that pass during a pause are not made up for. What was refused is dropped with the end. */
export const stepRecurring = defineAction({
  method: 'POST',
  path: 'recurringinvoice/step',
  tags: ['recurringinvoices'],
  summary: 'Pause, resume or end a recurring invoice',
  body: Type.Object({ id: Id, step: Step }, { additionalProperties: false }),
  answer: recurringinvoice.row,
  status: 261,
  // It continues in the name of the person who resumes it.
  config: { idempotent: true, lasting: true },
  async run({ context, viewer, body: { id, step } }) {
    const { organisation_id } = await read(context.db, recurringinvoice, viewer, id)
    checkAdministrator(viewer, organisation_id)
    await transact(context, async (trx) => {
      const stored = await trx
        .selectFrom('recurring_invoice')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (stored.state === 'ended') throw new AppError('not_possible', 'It has ended.')
      if (step === 'end') {
        await sql`update recurring_run set state = 'dropped', modified_at = now()
          where recurring_invoice_id = ${id} and state in ('waiting', 'refused')`.execute(trx)
      }
      const changes = step === 'resume' ? resumed(stored, await todayOf(trx, organisation_id)) : states[step]
      await trx
        .updateTable('recurring_invoice')
        .set({ ...changes, ...(step === 'resume' && { author_user_id: viewer.user_id, problem: null }) })
        .set({ modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      const about = { organisation_id, entity: 'recurringinvoice', entity_id: id, details: { step } }
      await audit(trx, viewer, 'recurringinvoice.step', about)
    })
    return read(context.db, recurringinvoice, viewer, id)
  },
})

const states = { pause: { state: 'paused' as const }, end: { state: 'ended' as const, next_on: null } }

/** The first day that is not past; the end, where that lies beyond the last. */
function resumed(stored: Recurring, today: string) {
  if (stored.state === 'active') return { state: 'active' as const }
  const occurrence = indexFrom(stored, today, stored.occurrence)
  const next_on = dayOfSchedule(stored, occurrence)
  if (stored.last_on !== null && next_on > stored.last_on) return states.end
  return { state: 'active' as const, occurrence, next_on }
}

import { Type } from 'typebox'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import { laterOf } from '../engine/days.ts'
import { isAdministrator } from '../people/person_for.ts'
import { checkOpen, cpdrotation, findRotation } from './cpdrotation.ts'
import { askSupervisor } from './supervision.ts'

/** Names the supervisor of a rotation, or another one from a day on, who is asked to accept. */
export const superviseRotation = defineAction({
  method: 'POST',
  path: 'cpdrotation/supervise',
  tags: ['cpdrotations'],
  summary: 'Ask a member to supervise a rotation, from a day on: until then it is supervised as before',
  body: Type.Object({ id: Id, supervisor_user_id: Id, from: Type.Optional(DateOnly) }, { additionalProperties: false }),
  answer: cpdrotation.row,
  message: 'The supervisor is asked to accept.',
  async run({ context, viewer, body: { id, supervisor_user_id, from } }) {
    checkNotImpersonating(viewer)
    await transact(context, async (trx) => {
      const { organisation_id, user_id, supervisors } = await read(trx, cpdrotation, viewer, id, { lock: true })
      if (user_id !== viewer.user_id && !isAdministrator(viewer, organisation_id)) throw new AppError('forbidden')
      const rotation = await findRotation(trx, id)
      await checkOpen(trx, viewer, rotation)
      // The first supervisor has the whole rotation, also the days that have passed.
      const is_first = supervisors.every(({ state }) => state === 'ended')
      const first = is_first ? rotation.begins : laterOf(rotation.begins, await todayOf(trx, organisation_id))
      await askSupervisor(trx, viewer, rotation, { supervisor_user_id, from: from ?? first })
      const details = { supervisor_user_id }
      await audit(trx, viewer, 'cpdrotation.supervise', {
        organisation_id,
        entity: 'cpd_rotation',
        entity_id: id,
        details,
      })
    })
    return read(context.db, cpdrotation, viewer, id)
  },
})

import { Type } from 'typebox'
import { defineAction } from '../../crud/action.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { message } from '../../messaging/message.ts'
import { readMembers, sendMessage } from '../../messaging/send.ts'
import { withCpd } from '../access.ts'
import { isAdministrator } from '../people/person_for.ts'
import { openMatrix, rowsOf, ShownPeople } from './matrix.ts'

/** Recipients of one message, as everywhere. */
const MOST = 1000

/** To the people whom a filter of the matrix shows: each gets a message of their own, and sees no other recipient. */
export const writeToMatrix = defineAction({
  method: 'POST',
  path: 'cpd/matrix/message',
  tags: ['cpd'],
  summary: 'Write to the people of a cycle whom a filter of the matrix shows, each a message of their own',
  body: Type.Object(
    { ...ShownPeople, subject: Type.String({ maxLength: 500 }), text: Type.String({ maxLength: 50_000 }) },
    { additionalProperties: false },
  ),
  answer: Type.Object({ people: Type.Integer({ description: 'To how many people it was sent' }) }),
  status: 202,
  config: { idempotent: true },
  async run({ context, viewer, body: { subject, text, state, ...of } }) {
    checkNotImpersonating(viewer)
    const matrix = await openMatrix(context.db, viewer, of)
    const { organisation_id } = matrix.cycle
    if (!isAdministrator(viewer, organisation_id)) {
      throw new AppError('forbidden', 'Only administrators and CPD officers write to the people of a cycle.')
    }
    const ids: number[] = []
    for await (const { user_id } of rowsOf(context.db, viewer, matrix, state)) {
      if (user_id !== viewer.user_id) ids.push(user_id)
    }
    return transact(context, async (trx) => {
      // Without accounts that were never confirmed, or are blocked: one of them must not keep it from all others.
      const members = new Set((await readMembers(trx, organisation_id)).map(({ user_id }) => user_id))
      const bcc_user_ids = ids.filter((id) => members.has(id))
      const people = bcc_user_ids.length
      if (people === 0) throw new AppError('not_possible', 'The filter shows nobody who can be written to.')
      if (people > MOST) {
        throw new AppError('not_possible', `These are ${people} people, and a message goes to at most ${MOST}.`)
      }
      await sendMessage(trx, withCpd(viewer), { organisation_id, bcc_user_ids, subject, text })
      await checkQuotas(trx, viewer, message.quota!, organisation_id)
      return { people }
    })
  },
})

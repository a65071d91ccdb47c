import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { updateIn } from '../crud/crud.ts'
import { makeToken } from '../crud/session/random_token.ts'
import { transact } from '../crud/transact.ts'
import { AppError, wrong } from '../http/errors.ts'
import { tracker } from './tracker.ts'

const { number, transports, type } = tracker.update!.body.properties

/**
 * Gives a tracker another device. Its name, history, group and boundaries stay; reports of the old device are refused
 * like those of one that is not registered.
 */
export const replaceTrackerDevice = defineAction({
  method: 'POST',
  path: 'tracker/replace',
  config: { lasting: true, unique: ['number'] },
  tags: ['trackers'],
  summary: 'Replace the device of a tracker: another number, transports and token; all else stays',
  body: Type.Object(
    { id: Id, number: number!, transports: transports!, type: type! },
    { additionalProperties: false, required: ['id', 'number'] },
  ),
  answer: Type.Object({ id: Id, number: Type.String(), device_token: Type.String() }),
  message: 'The device has been replaced.',
  async run({ context, viewer, body }) {
    const { id } = body
    const { token, sha256 } = makeToken()
    return transact(context, async (trx) => {
      const before = await trx
        .selectFrom('tracker')
        .select(['organisation_id', 'number'])
        .where('id', '=', id)
        .where(tracker.writes(viewer))
        .forUpdate()
        .executeTakeFirst()
      if (!before) throw new AppError('not_found', 'There is no such tracker.', 'id')
      const { organisation_id } = before
      // Its own rules: the number is free, and what is connected with the old one is closed.
      await updateIn(trx, tracker, viewer, body as never)
      const { number, same } = await trx
        .updateTable('tracker')
        .set({ token_sha256: sha256 })
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .returning(['number', sql<boolean>`canonical_number = ${canonicalNumber(before.number)}`.as('same')])
        .executeTakeFirstOrThrow()
      if (same) throw wrong('number', 'is that of the present device. Its token is replaced by POST tracker/token.')
      // In the words of the other device; what the settings ask for holds for this one too.
      await trx
        .updateTable('tracker_command')
        .set({ state: 'failed', reason: 'the device was replaced', modified_at: sql`now()` })
        .where('organisation_id', '=', organisation_id)
        .where('tracker_id', '=', id)
        .where('state', '=', 'queued')
        .where('by_settings', '=', false)
        .execute()
      await trx.deleteFrom('unknown_device').where('canonical_number', '=', canonicalNumber(number)).execute()
      const details = { fields: ['number', 'token'], from: before.number, to: number }
      await audit(trx, viewer, 'tracker.replace', { organisation_id, entity: 'tracker', entity_id: id, details })
      return { id, number, device_token: token }
    })
  },
})

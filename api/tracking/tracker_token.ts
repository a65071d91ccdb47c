import { sql } from 'kysely'
import { Type } from 'typebox'
import { defineAction } from '../crud/action.ts'
import { auditToken } from '../crud/audit.ts'
import { IdQuery } from '../crud/resource.ts'
import { makeToken } from '../crud/session/random_token.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'
import { tracker } from './tracker.ts'

/** Replaces a device token that was lost or has leaked. The old one becomes invalid. */
export const replaceTrackerToken = defineAction({
  method: 'POST',
  path: 'tracker/token',
  config: { lasting: true },
  tags: ['trackers'],
  summary: 'Replace the device token of a tracker',
  body: IdQuery,
  answer: Type.Object({ id: IdQuery.properties.id, device_token: Type.String() }),
  message: 'The token has been replaced.',
  async run({ context, viewer, body: { id } }) {
    const { token, sha256 } = makeToken()
    await transact(context, async (trx) => {
      const changed = await trx
        .updateTable('tracker')
        .set({ token_sha256: sha256, modified_at: sql`now()` })
        .where('id', '=', id)
        .where(tracker.writes(viewer))
        .returning('organisation_id')
        .executeTakeFirst()
      if (!changed) throw new AppError('not_found', 'There is no such tracker.', 'id')
      await auditToken(trx, viewer, 'tracker.token', { ...changed, entity: 'tracker', entity_id: id, replaced: true })
      afterCommit(trx, ({ closeTracker }) => closeTracker(id))
    })
    return { id, device_token: token }
  },
})

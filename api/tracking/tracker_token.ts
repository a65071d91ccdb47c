import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import { auditToken } from '../crud/audit.ts'
import { IdQuery } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { makeToken, tracker } from './tracker.ts'

/** Replaces a device token that was lost or has leaked. The old one becomes invalid. */
export function addTrackerToken(app: TypedApp, context: ApiContext): void {
  app.post('/tracker/token', {
    schema: {
      tags: ['trackers'],
      summary: 'Replace the device token of a tracker',
      body: IdQuery,
      response: answers({ 261: Type.Object({ id: IdQuery.properties.id, device_token: Type.String() }) }),
    },
    async handler(request, reply) {
      const { id } = request.body
      const { token, sha256 } = makeToken()
      const viewer = viewerOf(request)
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
      return reply.code(261).send({ data: { id, device_token: token }, message: 'The token has been replaced.' })
    },
  })
}

import { sql } from 'kysely'
import { Type } from 'typebox'
import { noteToken } from '../audit.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { IdQuery } from '../resource.ts'
import { resources } from '../resources/index.ts'
import { makeToken } from '../resources/tracker.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'
import { afterCommit, transact } from '../transact.ts'
import type { TypedApp } from '../typed_app.ts'

/** Gives a tracker a new device token, for one that was lost or has leaked. The old one ends with it. */
export function addTrackerToken(app: TypedApp, context: ApiContext): void {
  app.post('/tracker/token', {
    schema: {
      tags: ['trackers'],
      summary: 'Make a new device token',
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
          .where(resources.tracker.writes(viewer))
          .returning('organisation_id')
          .executeTakeFirst()
        if (!changed) throw new AppError('not_found', 'There is no such tracker.', 'id')
        await noteToken(trx, viewer, 'tracker.token', { ...changed, entity: 'tracker', entity_id: id, replaced: true })
        afterCommit(trx, ({ closeTracker }) => closeTracker(id))
      })
      return reply.code(261).send({ data: { id, device_token: token }, message: 'The token has been replaced.' })
    },
  })
}

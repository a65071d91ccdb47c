import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { rows } from '../../crud/rows.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { organisationOfUser, readsDeletedUsers } from './scope.ts'

/** Brings a deleted account back, with its memberships and password. Sessions and trackers stay what they are. */
export function addRestoreUser(app: TypedApp, context: ApiContext): void {
  app.post('/user/restore', {
    schema: {
      tags: ['users'],
      summary: 'Restore a deleted user',
      description: 'Within a month. 464 or 465 if the username or address is another account’s by now.',
      body: IdQuery,
      response: answers({ 261: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      await transact(context, (trx) => restore(trx, viewer, request.body.id))
      return reply.code(261).send({ data: null, message: 'The user has been restored.' })
    },
  })
}

async function restore(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const user = await trx
    .selectFrom('user_account')
    .select(organisationOfUser.as('organisation_id'))
    .where('id', '=', id)
    .where(readsDeletedUsers(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such deleted account.', 'id')
  await rows(trx, 'user_account').update({
    id,
    deleted_at: null,
    deleted_by_user_id: null,
    modified_by_user_id: viewer.user_id,
  })
  await audit(trx, viewer, 'user.restore', { organisation_id: user.organisation_id, entity: 'user', entity_id: id })
}

import type { Trx } from '#db/database.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { IdQuery } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { organisationOfUser, readsDeletedUsers } from './scope.ts'

/** Brings a deleted account back, with its memberships and password. Sessions and trackers stay what they are. */
export const restoreUser = defineAction({
  method: 'POST',
  path: 'user/restore',
  tags: ['users'],
  summary: 'Restore a deleted user',
  description: 'Within a month. 464 or 465 if the username or address is another account’s by now.',
  body: IdQuery,
  message: 'The user has been restored.',
  async run({ context, viewer, body }) {
    checkNotImpersonating(viewer)
    await transact(context, (trx) => restore(trx, viewer, body.id))
  },
})

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

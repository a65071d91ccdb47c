import type { Trx } from '#db/database.ts'
import { mailPasswordLink } from './accounts/password_link.ts'
import { endProvidedByAddress } from './sessions/provided.ts'
import { endSessions, rightsChanged } from './sessions/sessions.ts'

/**
 * Ends everything by which administrators of other organisations could act as a new member: impersonated sessions,
 * sign-ins that their identity providers connected by the address, and a password that an administrator has set, or that
 * was changed by a session using one. Sessions with it and push subscriptions end, and the person sets a new password by
 * a mailed link.
 *
 * @param except the session that accepts the invitation
 */
export async function joinedOrganisation(trx: Trx, user_id: number, except: number | null = null): Promise<void> {
  await rightsChanged(trx, user_id)
  await endProvidedByAddress(trx, user_id, except)
  const { numUpdatedRows } = await trx
    .updateTable('user_account')
    .set({ password_hash: null, password_origin: 'own' })
    .where('id', '=', user_id)
    .where('password_origin', '!=', 'own')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await trx.deleteFrom('push_subscription').where('user_id', '=', user_id).execute()
  await endSessions(trx, { user_id, except })
  await mailPasswordLink(trx, user_id, 'passwordEnded')
}

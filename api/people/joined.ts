import type { Trx } from '#db/database.ts'
import { mailWayIn } from './accounts/way_in.ts'
import { endSessions, rightsChanged } from './sessions/sessions.ts'

/**
 * What joining an organisation ends: everything by which the administrators of others could act as the person there.
 * Nobody goes on impersonating them, and a password that an administrator has set, or that was changed by who knew such
 * a one, is good no more: its sessions end, browsers that subscribed to notifications with it hear nothing more, and the
 * person chooses another by a mailed link.
 *
 * @param except the session that has accepted the invitation
 */
export async function joinedOrganisation(trx: Trx, user_id: number, except: number | null = null): Promise<void> {
  await rightsChanged(trx, user_id)
  const { numUpdatedRows } = await trx
    .updateTable('user_account')
    .set({ password_hash: null, password_origin: 'own' })
    .where('id', '=', user_id)
    .where('password_origin', '!=', 'own')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await trx.deleteFrom('push_subscription').where('user_id', '=', user_id).execute()
  await endSessions(trx, { user_id, except })
  await mailWayIn(trx, user_id, 'passwordEnded')
}

import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import { auditAccount } from '../account_audit.ts'
import { forget } from './keep.ts'
import { endSession } from './sessions.ts'

/** Ends the session, and with it an impersonation. */
export const signOut = defineAction({
  method: 'POST',
  path: 'user/signout',
  tags: ['session'],
  summary: 'Sign out',
  status: 200,
  message: 'You are signed out.',
  config: { open_to: ['no_second_factor', 'given_password', 'held'] },
  async run({ context, viewer, request, reply }) {
    const { session_id, impersonator_user_id, user_id, memberships } = viewer
    await transact(context, async (trx) => {
      if (session_id !== null) await endSession(trx, session_id)
      if (impersonator_user_id === null) await auditAccount(trx, viewer, 'user.signout')
      else {
        const organisation_id = memberships[0]?.organisation_id ?? null
        await audit(trx, viewer, 'user.impersonate.end', { organisation_id, entity: 'user', entity_id: user_id })
      }
    })
    await forget(context, request, reply)
  },
})

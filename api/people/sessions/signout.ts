import { Type } from 'typebox'
import { Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import { auditAccount } from '../account_audit.ts'
import { endSessionUrl } from './end_session_url.ts'
import { forget } from './keep.ts'
import { endSession } from './sessions.ts'

const SignedOut = Type.Object({
  provider_url: Nullable(Type.String({ description: 'Where the browser signs out of the identity provider, too' })),
})

/** Ends the session, and with it an impersonation. */
export const signOut = defineAction({
  method: 'POST',
  path: 'user/signout',
  tags: ['session'],
  summary: 'Sign out',
  status: 200,
  answer: SignedOut,
  message: 'You are signed out.',
  config: { open_to: ['no_second_factor', 'given_password', 'held'] },
  async run({ context, viewer, request, reply }) {
    const { session_id, impersonator_user_id, user_id, memberships } = viewer
    const provider_url = session_id === null ? null : await endSessionUrl(context, session_id)
    await transact(context, async (trx) => {
      if (session_id !== null) await endSession(trx, session_id)
      if (impersonator_user_id === null) await auditAccount(trx, viewer, 'user.signout')
      else {
        const organisation_id = memberships[0]?.organisation_id ?? null
        await audit(trx, viewer, 'user.impersonate.end', { organisation_id, entity: 'user', entity_id: user_id })
      }
    })
    await forget(context, request, reply)
    return { provider_url }
  },
})

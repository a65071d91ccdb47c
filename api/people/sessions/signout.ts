import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { audit, auditAccount } from '../../crud/audit.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import { forget } from './keep.ts'
import { endSession } from './sessions.ts'

/** Ends the session, and with it an impersonation. */
export function addSignout(app: FastifyInstance, context: ApiContext): void {
  app.post('/user/signout', {
    schema: { tags: ['session'], summary: 'Sign out', response: answers({ 200: Type.Null() }) },
    config: { without_second_factor: true },
    async handler(request, reply) {
      const viewer = viewerOf(request)
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
      return { data: null, message: 'You are signed out.' }
    },
  })
}

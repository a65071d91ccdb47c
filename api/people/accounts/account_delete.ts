import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { Password } from './bodies.ts'
import { checkNotImpersonating } from './checks.ts'
import { deleteUser } from './delete_user.ts'

const Body = Type.Object({ password: Password }, { additionalProperties: false })

/** Deletes one's own account. Other accounts are deleted by administrators through the resource. */
export function addAccountDelete(app: TypedApp, context: ApiContext): void {
  app.delete('/user/account', {
    schema: { tags: ['users'], summary: 'Delete my account', body: Body, response: answers({ 262: Type.Null() }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      await checkOwnPassword(context.db, viewer, request.body.password)
      await transact(context, (trx) => deleteUser(trx, viewer.user_id, viewer.user_id))
      return reply.code(262).send({ data: null, message: 'Your account has been deleted.' })
    },
  })
}

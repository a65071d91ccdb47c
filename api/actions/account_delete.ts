import { Type } from 'typebox'
import { checkNotImpersonating } from '../accounts/checks.ts'
import { checkOwnPassword } from '../accounts/credentials.ts'
import { deleteUser } from '../accounts/delete_user.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'
import { transact } from '../transact.ts'
import type { TypedApp } from '../typed_app.ts'
import { Password } from './bodies.ts'

const Body = Type.Object({ password: Password }, { additionalProperties: false })

/** One's own account. Others' are deleted by administrators, as any resource is. */
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

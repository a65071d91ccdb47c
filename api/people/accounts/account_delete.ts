import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { Password } from './bodies.ts'
import { deleteUser, PhonesOfDeleted } from './delete_user.ts'

const Body = Type.Object(
  { password: Password, phones: Type.Optional(PhonesOfDeleted) },
  { additionalProperties: false },
)

/** Deletes one's own account. Other accounts are deleted by administrators through the resource. */
export function addAccountDelete(app: TypedApp, context: ApiContext): void {
  app.delete('/user/account', {
    schema: {
      tags: ['users'],
      summary: 'Delete my account',
      description:
        'The account is hidden at once, and purged after a month with what is left of the person elsewhere: messages ' +
        'to them alone, their addresses, numbers and names in lists and texts of others, their phones unless they ' +
        'are kept. `GET user/account/consequences` says what is concerned.',
      body: Body,
      response: answers({ 262: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { password, phones } = request.body
      checkNotImpersonating(viewer)
      await checkOwnPassword(context.db, viewer, password)
      await transact(context, (trx) => deleteUser(trx, viewer.user_id, { by_user_id: viewer.user_id, phones }))
      return reply.code(262).send({ data: null, message: 'Your account has been deleted.' })
    },
  })
}

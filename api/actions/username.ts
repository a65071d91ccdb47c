import { Type } from 'typebox'
import { checkNotImpersonating, checkUsername } from '../accounts/checks.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { viewerOf } from '../routes.ts'
import { rows } from '../rows.ts'
import { answers } from '../schemas.ts'
import type { TypedApp } from '../typed_app.ts'
import { Username } from './bodies.ts'

const Body = Type.Object(
  { username: Username, username_confirm: Type.Optional(Username) },
  { additionalProperties: false },
)

export function addUsername(app: TypedApp, { db }: ApiContext): void {
  app.post('/username/change', {
    schema: { tags: ['users'], summary: 'Change my username', body: Body, response: answers({ 261: Type.Null() }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { username, username_confirm = username } = request.body
      if (username !== username_confirm) throw new AppError('usernames_do_not_match', undefined, 'username_confirm')
      const id = viewer.user_id
      await rows(db, 'user_account').update({ id, username: checkUsername(username), modified_by_user_id: id })
      return reply.code(261).send({ data: null, message: 'The username has been changed.' })
    },
  })
}

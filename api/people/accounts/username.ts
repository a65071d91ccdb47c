import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { viewerOf } from '../../crud/routes.ts'
import { rows } from '../../crud/rows.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { Username } from './bodies.ts'
import { checkUsername } from './checks.ts'

const Body = Type.Object(
  { username: Username, username_confirm: Type.Optional(Username) },
  { additionalProperties: false },
)

export function addUsername(app: TypedApp, { db }: ApiContext): void {
  app.post('/username/change', {
    config: { unique: ['username'] },
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

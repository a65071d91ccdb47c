import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { checkNotImpersonating, checkUsername } from '../accounts/checks.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'
import { Username } from './bodies.ts'

const Body = Type.Object(
  { username: Username, username_confirm: Type.Optional(Username) },
  { additionalProperties: false },
)

export function addUsername(app: FastifyInstance, { db }: ApiContext): void {
  app.post('/username/change', {
    schema: { tags: ['users'], summary: 'Change my username', body: Body, response: answers({ 261: Type.Null() }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { username, username_confirm = username } = request.body as Static<typeof Body>
      if (username !== username_confirm) throw new AppError('usernames_do_not_match', undefined, 'username_confirm')
      await db
        .updateTable('user_account')
        .set({ username: checkUsername(username), modified_at: sql`now()`, modified_by_user_id: viewer.user_id })
        .where('id', '=', viewer.user_id)
        .execute()
      return reply.code(261).send({ data: null, message: 'The username has been changed.' })
    },
  })
}

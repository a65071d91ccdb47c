import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { takeAttempt } from '../accounts/attempts.ts'
import { checkEmail, checkNotImpersonating } from '../accounts/checks.ts'
import { checkOwnPassword } from '../accounts/credentials.ts'
import { makeOneTimeToken, useOneTimeToken } from '../accounts/one_time_tokens.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { localeOf } from '../mail/locale.ts'
import { mails } from '../mail/mails.ts'
import { sendMail } from '../mail/send.ts'
import { viewerOf } from '../routes.ts'
import { answers } from '../schemas.ts'
import { transact } from '../transact.ts'
import { Password, TokenBody } from './bodies.ts'

const ChangeBody = Type.Object(
  { email: Type.String({ maxLength: 254 }), password: Password },
  { additionalProperties: false },
)

/** Another e-mail address: it becomes the account's when the link that was sent there is followed. */
export function addEmail(app: FastifyInstance, context: ApiContext): void {
  const { db, config } = context
  const tags = ['users']

  app.post('/email/change', {
    schema: { tags, summary: 'Ask for another address', body: ChangeBody, response: answers({ 202: Type.Null() }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { password, ...body } = request.body as Static<typeof ChangeBody>
      const email = checkEmail(body.email)
      await takeAttempt(db, 'mail', `user ${viewer.user_id}`)
      await checkOwnPassword(db, viewer.user_id, password)
      await transact(context, async (trx) => {
        const taken = await trx
          .selectFrom('user_account')
          .select('id')
          .where(sql`lower(email)`, '=', email.toLowerCase())
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (taken) throw new AppError('email_conflict', undefined, 'email')
        const token = await makeOneTimeToken(trx, { user_id: viewer.user_id, purpose: 'email', email })
        const link = `${config.public_url}/app/email/token?token=${token}`
        await sendMail(trx, mails.changeEmail({ email, locale: await localeOf(trx, viewer.user_id) }, link))
      })
      return reply.code(202).send({ data: null, message: 'Please follow the link in the mail to the new address.' })
    },
  })

  app.post('/email/token', {
    schema: { tags, summary: 'Confirm it', body: TokenBody, response: answers({ 261: Type.Null() }), security: [] },
    async handler(request, reply) {
      await takeAttempt(db, 'token_address', request.ip)
      await transact(context, async (trx) => {
        const { user_id, email } = await useOneTimeToken(trx, 'email', (request.body as { token: string }).token)
        const before = await trx
          .selectFrom('user_account')
          .select('email')
          .where('id', '=', user_id)
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('user_account')
          .set({ email: email!, modified_at: sql`now()` })
          .where('id', '=', user_id)
          .execute()
        // Links that went to the old address are good no more.
        await trx
          .deleteFrom('one_time_token')
          .where('user_id', '=', user_id)
          .where('purpose', '=', 'password')
          .execute()
        await sendMail(trx, mails.emailChanged({ ...before, locale: await localeOf(trx, user_id) }))
      })
      return reply.code(261).send({ data: null, message: 'The address has been changed.' })
    },
  })
}

import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import { checkEmail } from '../../crud/checks.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { takeAttempt } from '../../http/attempts.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { Password, TokenBody } from '../accounts/bodies.ts'
import { checkPassword, namesOf } from '../accounts/checks.ts'
import { readOneTimeToken, useOneTimeToken } from '../accounts/one_time_tokens.ts'
import { mailPasswordLink } from '../accounts/password_link.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { keepDevice, originOf } from '../sessions/device_cookie.ts'
import { rememberOrigin } from '../sessions/origins.ts'
import { hashPassword } from './hash.ts'
import { setPassword } from './set_password.ts'

const ResetBody = Type.Object({ email: Type.String({ maxLength: 254 }) }, { additionalProperties: false })
const ChangeBody = Type.Object(
  {
    password: Type.Optional(Password),
    token: Type.Optional(TokenBody.properties.token),
    new_password: Password,
    new_password_confirm: Password,
  },
  { additionalProperties: false },
)

/** Changes the password: by the present one, or by a mailed link. */
export function addPassword(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const tags = ['passwords']
  const done = 'The password has been changed.'

  app.post('/password/reset', {
    schema: {
      tags,
      summary: 'Request a link to reset a password',
      body: ResetBody,
      response: answers({ 202: Type.Null() }),
      security: [],
    },
    async handler(request, reply) {
      const email = checkEmail(request.body.email)
      await takeAttempt(db, 'mail_address', request.ip)
      await takeAttempt(db, 'mail', email)
      await transact(context, async (trx) => {
        const user = await trx
          .selectFrom('user_account')
          .select('id')
          .where(sql`lower(email)`, '=', email.toLowerCase())
          .where('active', '=', true)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (user) await mailPasswordLink(trx, user.id)
      })
      const message = 'If there is an account with this address, a mail is on its way. Please follow the link in it.'
      return reply.code(202).send({ data: null, message })
    },
  })

  app.post('/password/token', {
    schema: {
      tags,
      summary: 'Verify a password link',
      body: TokenBody,
      response: answers({ 200: Type.Null() }),
      security: [],
    },
    async handler(request) {
      await takeAttempt(db, 'token_address', request.ip)
      await readOneTimeToken(db, 'password', request.body.token)
      return { data: null }
    },
  })

  app.post('/password/change', {
    schema: { tags, summary: 'Change the password', body: ChangeBody, response: answers({ 261: Type.Null() }) },
    config: { without_second_factor: true },
    async handler(request, reply) {
      const { password = '', token, new_password, new_password_confirm } = request.body
      const origin = originOf(request, config.public_url)
      await takeAttempt(db, 'password_address', request.ip)
      checkPassword(new_password, new_password_confirm, { field: 'new_password' })
      if (token !== undefined) {
        await takeAttempt(db, 'token_address', request.ip)
        const { user_id } = await readOneTimeToken(db, 'password', token)
        checkPassword(new_password, undefined, { field: 'new_password', names: await namesOf(db, user_id) })
        const password_hash = await hashPassword(new_password)
        await transact(context, async (trx) => {
          const { user_id } = await useOneTimeToken(trx, 'password', token)
          await setPassword(trx, { user_id, password_hash, set_by: 'link', by: { user_id, ip: request.ip } })
          // The link has proved their identity, so this browser and network become trusted origins for sign-in.
          keepDevice(reply, await rememberOrigin(trx, user_id, origin), config.public_url)
        })
        return reply.code(261).send({ data: null, message: done })
      }
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      await checkOwnPassword(db, viewer, password)
      checkPassword(new_password, undefined, { field: 'new_password', names: await namesOf(db, viewer.user_id) })
      const password_hash = await hashPassword(new_password)
      await transact(context, async (trx) => {
        await setPassword(trx, {
          user_id: viewer.user_id,
          password_hash,
          set_by: 'person',
          by: viewer,
          except: viewer.session_id,
        })
        keepDevice(reply, await rememberOrigin(trx, viewer.user_id, origin), config.public_url)
      })
      return reply.code(261).send({ data: null, message: done })
    },
  })
}

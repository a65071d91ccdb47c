import { sql } from 'kysely'
import { Type } from 'typebox'
import { defineAction } from '../../crud/action.ts'
import { checkEmail } from '../../crud/checks.ts'
import { viewerOf } from '../../crud/routes.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { Password, TokenBody } from '../accounts/bodies.ts'
import { checkPassword, namesOf } from '../accounts/checks.ts'
import { mailPasswordLink } from '../accounts/password_link.ts'
import { readOneTimeToken, useOneTimeToken } from '../one_time_tokens.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { keepDevice, originOf } from '../sessions/device_cookie.ts'
import { rememberOrigin } from '../sessions/origins.ts'
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

const tags = ['passwords']

/** Changes the password: by the present one, or by a mailed link. */
export const resetPassword = defineAction({
  method: 'POST',
  path: 'password/reset',
  public: true,
  tags,
  summary: 'Request a link to reset a password',
  body: ResetBody,
  status: 202,
  message: 'If there is an account with this address, a mail is on its way. Please follow the link in it.',
  async run({ context, body, request }) {
    const { db } = context
    const email = checkEmail(body.email)
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
  },
})

export const verifyPasswordLink = defineAction({
  method: 'POST',
  path: 'password/token',
  public: true,
  tags,
  summary: 'Verify a password link',
  body: TokenBody,
  status: 200,
  attempts: ['token_address'],
  async run({ context: { db }, body }) {
    await readOneTimeToken(db, 'password', body.token)
  },
})

export const changePassword = defineAction({
  method: 'POST',
  path: 'password/change',
  // A mailed link needs no session.
  public: true,
  tags,
  summary: 'Change the password',
  body: ChangeBody,
  message: 'The password has been changed.',
  attempts: ['password_address'],
  config: { open_to: ['no_second_factor', 'given_password'] },
  async run({ context, body: { password = '', token, new_password, new_password_confirm }, request, reply }) {
    const { config, db } = context
    const origin = originOf(request, config.public_url)
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
      return
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
  },
})

import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { keepsPrivateRecords } from '#db/privacy/records.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { checkEmail } from '../../crud/checks.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { useOneTimeToken } from '../one_time_tokens.ts'
import { checkOwnPassword } from '../sessions/credentials.ts'
import { beginAddressChange, proveAddressChange } from './address_change.ts'
import { changeAddress, checkEmailFree, mailProof } from './addresses.ts'
import { Password, TokenBody } from './bodies.ts'

const ChangeBody = Type.Object(
  { email: Type.String({ maxLength: 254 }), password: Password },
  { additionalProperties: false },
)

const tags = ['users']

/** Changes the e-mail address, by a link mailed to the new address. The same link proves one's present address. */
export const changeEmail = defineAction({
  method: 'POST',
  path: 'email/change',
  config: { unique: ['email'] },
  tags,
  summary: 'Request a change of my e-mail address',
  body: ChangeBody,
  status: 202,
  async run({ context, viewer, body: { password, ...body } }) {
    const { db } = context
    checkNotImpersonating(viewer)
    const email = checkEmail(body.email)
    await takeAttempt(db, 'mail', `user ${viewer.user_id}`)
    await checkOwnPassword(db, viewer, password)
    const waits = await transact(context, async (trx) => {
      const own = await trx
        .selectFrom('user_account')
        .select('email_proved_at')
        .where('id', '=', viewer.user_id)
        .executeTakeFirstOrThrow()
      // One's own address may be requested again until it is proved.
      await checkEmailFree(trx, email, own.email_proved_at === null ? viewer.user_id : undefined)
      if (viewer.opens_private || !(await keepsPrivateRecords(trx, viewer.user_id))) {
        await mailProof(trx, viewer.user_id, email, viewer.opens_private)
        return false
      }
      await beginAddressChange(trx, viewer, { user_id: viewer.user_id, email })
      return true
    })
    return answerWith(null, { message: waits ? WAITS : FOLLOW })
  },
})

export const proveEmail = defineAction({
  method: 'POST',
  path: 'email/token',
  public: true,
  tags,
  summary: 'Confirm the new e-mail address',
  body: TokenBody,
  attempts: ['token_address'],
  async run({ context, body, request }) {
    const { db } = context
    await transact(context, async (trx) => {
      const { user_id, email, self_requested } = await useOneTimeToken(trx, 'email', body.token)
      if (await proveAddressChange(trx, user_id, email!)) return
      // The account has got private records since others asked for the address.
      if (!self_requested && (await keepsPrivateRecords(trx, user_id))) {
        const by = { user_id: null, ip: request.ip }
        return beginAddressChange(trx, by, { user_id, email: email!, proved: true })
      }
      await changeAddress(trx, user_id, email!, true)
    })
    const message = (await isWaiting(db, body.token)) ? WAITS : 'This is the address of your account now.'
    return answerWith(null, { message })
  },
})

/** Whether the change that a used link has proved still waits. */
async function isWaiting(db: Db, token: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('one_time_token as t')
    .innerJoin('address_change as c', 'c.user_id', 't.user_id')
    .select('c.id')
    .where('t.token_sha256', '=', hash('sha256', token))
    .executeTakeFirst()
  return waiting !== undefined
}

const FOLLOW = 'Please follow the link in the mail to the new address.'
const WAITS =
  'The address changes in seven days, if the new one is confirmed by the link in its mail. The present address was ' +
  'asked: it may confirm the change at once, or stop it.'

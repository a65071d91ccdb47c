import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { defineAction } from '../../crud/action.ts'
import { isOnThisMachine } from '../../http/addresses/this_machine.ts'
import { AppError } from '../../http/errors.ts'
import { auditAccount } from '../account_audit.ts'
import { openSession } from './sessions.ts'
import { SignedIn, signedIn } from './signed_in.ts'
import { clientOf, countLogin } from './signin.ts'

/** Signs in by a link that this process has printed, in a browser on its own machine. */
export const signInByLink = defineAction({
  method: 'POST',
  path: 'user/signin/link',
  public: true,
  tags: ['session'],
  summary: "Sign in by the link that the server's start has printed",
  body: Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  answer: SignedIn,
  status: 200,
  attempts: ['token_address'],
  async run({ context, body, request }) {
    const { db, sign_in_links } = context
    if (!isOnThisMachine(request)) {
      throw new AppError('forbidden', "This link works only in a browser on the server's own machine.")
    }
    const user_id = sign_in_links.take(body.token)
    await checkAccount(db, user_id)
    await countLogin(db, user_id, request.ip)
    await auditAccount(db, { user_id, ip: request.ip }, 'user.signin', { details: { link: 'start' } })
    const session_id = await openSession(db, { user_id, ...clientOf(request) })
    return signedIn(request.server, context, session_id)
  },
})

/** A link replaces the password, never a second factor. */
async function checkAccount(db: Db, user_id: number): Promise<void> {
  const account = await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', user_id)
    .where('active', '=', true)
    .where('confirmed_at', 'is not', null)
    .where('totp_enabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw new AppError('token_invalid', undefined, 'token')
}

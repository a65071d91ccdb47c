import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { readToken } from '../../crud/session/tokens.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { auditAccount } from '../account_audit.ts'
import { isRecoveryCode } from './codes.ts'
import { userOfCredentials } from './credentials.ts'
import { keepDevice, originOf } from './device_cookie.ts'
import { forget, keepSession } from './keep.ts'
import { rememberOrigin } from './origins.ts'
import { KEPT_DAYS, openSession, renewSession } from './sessions.ts'
import { SignedIn, signedIn } from './signed_in.ts'

const Token = Type.Object({ token: Type.String({ maxLength: 4000 }) }, { additionalProperties: false })
const Password = Type.Object(
  {
    username: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 1000 }),
    keep: Type.Optional(
      Type.Boolean({ description: `whether this browser keeps the session for ${KEPT_DAYS} days, in a cookie` }),
    ),
    code: Type.Optional(Type.String({ maxLength: 100, description: 'of the authenticator app, or a recovery code' })),
  },
  { additionalProperties: false },
)

const tags = ['session']

/** Signs in by username or e-mail and password, or renews a session by a valid token. */
export const signIn = defineAction({
  method: 'POST',
  path: 'user/signin',
  config: { open_to: ['given_password', 'held'] },
  public: true,
  tags,
  summary: 'Sign in',
  body: Type.Union([Password, Token]),
  answer: SignedIn,
  status: 200,
  async run({ context, body, request, reply }) {
    const { config, db, keys } = context
    if ('token' in body) return renewByToken(context, request, body.token)
    const origin = originOf(request, config.public_url)
    const user_id = await userOfCredentials(db, body, { ...origin, keys })
    await countLogin(db, user_id, request.ip)
    keepDevice(reply, await rememberOrigin(db, user_id, origin), config.public_url)
    await auditAccount(db, { user_id, ip: request.ip }, 'user.signin', {
      details: body.code === undefined ? {} : { code: isRecoveryCode(body.code) ? 'recovery' : 'app' },
    })
    await forget(context, request, reply)
    const kept = body.keep === true
    const session_id = await openSession(db, {
      user_id,
      ...clientOf(request),
      by_password: true,
      ...(kept && { kept_days: KEPT_DAYS }),
    })
    if (kept) await keepSession(db, reply, session_id, config.public_url)
    return signedIn(request.server, context, session_id)
  },
})

export const renewOwnToken = defineAction({
  method: 'GET',
  path: 'user/token',
  tags,
  summary: 'Renew the token of this request',
  answer: SignedIn,
  status: 200,
  config: { open_to: ['no_second_factor', 'given_password'] },
  run: ({ context, viewer, request }) => renew(context, request, viewer),
})

export const renewToken = defineAction({
  method: 'POST',
  path: 'token',
  config: { open_to: ['given_password'] },
  public: true,
  tags,
  summary: 'Renew a token',
  body: Token,
  answer: SignedIn,
  status: 200,
  run: ({ context, body, request }) => renewByToken(context, request, body.token),
})

async function renewByToken(context: ApiContext, request: FastifyRequest, token: string) {
  const viewer = await loadViewer(context.db, readToken(request.server, token))
  if (!viewer || viewer.api_key) throw new AppError('unauthorized', 'Your session has ended. Please sign in.')
  return renew(context, request, viewer)
}

/** Renews a session; the operator's token opens one. */
async function renew(context: ApiContext, request: FastifyRequest, { session_id, user_id }: Viewer) {
  const { config, db } = context
  const opened = session_id ?? (await openSession(db, { user_id, ...clientOf(request), by_operator: true }))
  if (session_id !== null) await renewSession(db, session_id, config.session_max_days)
  return signedIn(request.server, context, opened)
}

/** Where a session was opened: the address and browser that its row keeps. */
export function clientOf(request: FastifyRequest) {
  return { ip: request.ip, user_agent: request.headers['user-agent'] ?? null }
}

export async function countLogin(db: Db, id: number, ip: string): Promise<void> {
  await db
    .updateTable('user_account')
    .set({
      login_count: sql`login_count + 1`,
      last_login_at: sql`current_login_at`,
      last_login_ip: sql`current_login_ip`,
      current_login_at: sql`now()`,
      current_login_ip: ip,
    })
    .where('id', '=', id)
    .execute()
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { transact } from '../../crud/transact.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { strictCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/errors.ts'
import { auditAccount } from '../account_audit.ts'
import { issueRefreshToken, replaceRefreshToken, sessionOfRefreshToken } from './refresh_tokens.ts'
import { endSession, KEPT_DAYS, renewSession } from './sessions.ts'
import { SignedIn, signedIn } from './signed_in.ts'

const tags = ['session']
const cookieAt = (public_url: string) => strictCookie('ringfence-session', public_url)

/** "Keep me signed in": the browser's refresh token is in a cookie, and each use replaces it. */
export const refreshSession = defineAction({
  method: 'POST',
  path: 'user/refresh',
  config: { open_to: ['held'] },
  public: true,
  tags,
  summary: 'Renew the session that this browser keeps, by its cookie; the cookie is replaced',
  answer: SignedIn,
  status: 200,
  async run({ context, request, reply }) {
    const { config, db } = context
    checkSameOrigin(request, config.public_url)
    const cookie = cookieAt(config.public_url)
    const token = cookie.read(request)
    const session_id = token && (await sessionOfRefreshToken(db, token))
    if (!token || !session_id) return refuse(context, request, reply)
    await takeAttempt(db, 'refresh', session_id)
    // Users who are switched off are refused here, before the token is replaced.
    const answer = await signedIn(request.server, context, session_id)
    const replaced = await transact(context, async (trx) => {
      const outcome = await replaceRefreshToken(trx, session_id, token)
      if (!outcome.reused) await renewSession(trx, session_id, config.session_max_days)
      else {
        await endSession(trx, session_id)
        await auditAccount(trx, { user_id: answer.user.id, ip: request.ip }, 'user.signin.reused', {
          details: { session: String(session_id) },
        })
      }
      return outcome
    })
    if (replaced.reused) return refuse(context, request, reply)
    cookie.write(reply, replaced.token, KEPT_DAYS * DAY_S)
    return answer
  },
})

export const forgetSession = defineAction({
  method: 'POST',
  path: 'user/forget',
  public: true,
  tags,
  summary: 'End the session that this browser keeps, by its cookie',
  status: 200,
  message: 'This browser keeps no session.',
  async run({ context, request, reply }) {
    checkSameOrigin(request, context.config.public_url)
    await forget(context, request, reply)
  },
})

async function refuse({ config, db }: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<never> {
  cookieAt(config.public_url).clear(reply)
  await takeAttempt(db, 'refresh_address', networkOf(request.ip))
  throw new AppError('unauthorized', 'Your session has ended. Please sign in.')
}

/** Lets the browser keep a session that was opened with `kept_days`. */
export async function keepSession(db: Db, reply: FastifyReply, session_id: number, public_url: string): Promise<void> {
  const token = await issueRefreshToken(db, session_id)
  cookieAt(public_url).write(reply, token, KEPT_DAYS * DAY_S)
}

/** Ends the session that the browser has kept so far, and clears its cookie: who signs in now replaces it. */
export async function forget(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const cookie = cookieAt(context.config.public_url)
  const token = cookie.read(request)
  if (!token) return
  cookie.clear(reply)
  const session_id = await sessionOfRefreshToken(context.db, token)
  if (session_id) await transact(context, (trx) => endSession(trx, session_id))
}

/**
 * Other sites cannot send the cookie (SameSite=Strict), except hosts of the same domain. Browsers say where a request
 * comes from: by `Sec-Fetch-Site`, and over plain http only by `Origin`. A client that is no browser says neither, and
 * has no cookie of another user.
 */
function checkSameOrigin({ headers, host }: FastifyRequest, public_url: string): void {
  const { 'sec-fetch-site': site, origin } = headers
  const is_same = site === undefined ? origin === undefined || isOwn(origin, host, public_url) : site === 'same-origin'
  if (!is_same) throw new AppError('forbidden', 'Only this site’s pages may do that.')
}

/** By the host that was asked for, or that PUBLIC_URL names: behind a proxy they may differ. */
function isOwn(origin: string, host: string, public_url: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || new URL(public_url).origin === origin
}

const DAY_S = 24 * 3600

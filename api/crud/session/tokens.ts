import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/errors.ts'
import type { Identity, Viewer } from '../viewer.ts'

export const TOKEN_LIFETIME_S = 3600

/** API keys begin with it, so that scanners of secrets recognise them. */
export const KEY_PREFIX = 'rf_'
/** The access tokens of assistants that were let in by OAuth. Only `/mcp` takes them. */
export const ACCESS_PREFIX = 'rfo_'

/** Signs a session token. `act` names an impersonator (RFC 8693 §4.1). */
export function signToken(app: FastifyInstance, { user_id, session_id, impersonator_user_id }: Viewer): string {
  const act = impersonator_user_id === null ? {} : { act: { sub: String(impersonator_user_id) } }
  return app.jwt.sign({ sub: String(user_id), sid: session_id, ...act }, { expiresIn: TOKEN_LIFETIME_S })
}

/**
 * Reads the subject of a token, or of an API key, which is found by its hash.
 *
 * An operator's token has no session: the holder of the installation's secret acts as the first platform administrator.
 * Commands on the server's machine use it.
 *
 * @throws {AppError} unauthorized
 */
export function readToken(app: FastifyInstance, token: string): Identity {
  if (token.startsWith(KEY_PREFIX)) return { key_sha256: hash('sha256', token) }
  let claims: { sid?: number; operator?: boolean }
  try {
    claims = app.jwt.verify(token)
  } catch {
    throw new AppError('unauthorized', ENDED)
  }
  if (claims.operator === true) return { operator: true }
  if (!Number.isSafeInteger(claims.sid)) throw new AppError('unauthorized', ENDED)
  return { session_id: claims.sid! }
}

/** The token of `Authorization: Bearer …` (`JWT …` is taken too). */
export function tokenOf(authorization: string | undefined): string | null {
  const [scheme = '', token] = (authorization ?? '').split(' ')
  return token && /^(bearer|jwt)$/i.test(scheme) ? token : null
}

const ENDED = 'Your session has ended. Please sign in.'

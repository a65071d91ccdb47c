import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import type { Db } from './resource.ts'

export const TOKEN_LIFETIME_S = 3600

/**
 * Whose token it is.
 *
 * An operator's token names nobody: whoever holds the installation's secret is its first platform administrator. The
 * commands on the server's own machine use it.
 *
 * @throws {AppError} unauthorized
 */
export async function userOfToken(app: FastifyInstance, db: Db, token: string): Promise<number> {
  let claims: { sub?: string; operator?: boolean }
  try {
    claims = app.jwt.verify(token)
  } catch {
    throw new AppError('unauthorized', 'Your session has ended. Please sign in.')
  }
  if (claims.operator !== true) return Number(claims.sub)
  const admin = await db
    .selectFrom('user_account')
    .select('id')
    .where('platform_admin', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw new AppError('unauthorized', 'There is no platform administrator.')
  return admin.id
}

/** The token of `Authorization: Bearer …` (`JWT …` is taken too). */
export function tokenOf(authorization: string | undefined): string | null {
  const [scheme = '', token] = (authorization ?? '').split(' ')
  return token && /^(bearer|jwt)$/i.test(scheme) ? token : null
}

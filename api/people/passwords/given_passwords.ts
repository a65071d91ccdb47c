import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/errors.ts'

/** What is left to a session with a password that an administrator has set. */
const allowed = ['/password/change', '/user/signout', '/user/token', '/user/signin', '/token']

/**
 * Whoever set the password could act as its person, so such a session only changes it. What is open to everybody is
 * answered as to everybody.
 *
 * @throws {AppError} password_change_required
 */
export function limitToPasswordChange(request: FastifyRequest): void {
  const { url, schema } = request.routeOptions
  if (allowed.some((path) => url === `/api/v1${path}`)) return
  const { security } = (schema ?? {}) as { security?: unknown[] }
  if (security?.length !== 0) throw new AppError('password_change_required')
  request.viewer = null
}

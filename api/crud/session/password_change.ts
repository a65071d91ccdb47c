import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/errors.ts'

/** Routes open to a session whose password was set by an administrator. */
const allowed = ['/password/change', '/user/signout', '/user/token', '/user/signin', '/token']

/**
 * The administrator who set the password could use it, so such a session may only change it. Public routes answer as to
 * a guest.
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

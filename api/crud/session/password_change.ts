import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/errors.ts'
import { isOpenTo } from './open_to.ts'

/**
 * The administrator who set the password could use it, so such a session may only change it. Public routes answer as to
 * a guest.
 *
 * @throws {AppError} password_change_required
 */
export function limitToPasswordChange(request: FastifyRequest): void {
  if (isOpenTo(request.routeOptions, 'given_password')) return
  const { security } = (request.routeOptions.schema ?? {}) as { security?: unknown[] }
  if (security?.length !== 0) throw new AppError('password_change_required')
  request.viewer = null
}

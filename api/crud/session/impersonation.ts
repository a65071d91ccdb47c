import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../viewer.ts'

const addresses = [
  'email_recipients',
  'phone_recipients',
  'escalate_email_recipients',
  'escalate_phone_recipients',
  'webhook_url',
]

/**
 * Refuses requests of an impersonator with lasting effects: tokens, links, invitations, members, recipient addresses.
 * As themselves they may do what their own role allows.
 *
 * @throws {AppError} forbidden
 */
export function forbidLastingRights({ viewer, method, routeOptions, body }: FastifyRequest): void {
  if (!viewer || viewer.impersonator_user_id === null || method === 'GET') return
  if (namesAddresses(body) || routeOptions.config.lasting) checkNotImpersonating(viewer)
}

/** Whether a body says to whom alerts go. */
export const namesAddresses = (body: unknown) =>
  Object.keys((body ?? {}) as object).some((field) => addresses.includes(field))

/** An impersonator gains no lasting access, and signs, approves and orders nothing in another's name. */
export function checkNotImpersonating(viewer: Viewer): void {
  if (viewer.impersonator_user_id === null) return
  throw new AppError('forbidden', 'That is not possible while you act as another user.')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route would give an impersonator access beyond the impersonation. */
    lasting?: true
  }
}

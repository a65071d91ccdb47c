import type { FastifyRequest } from 'fastify'
import { checkNotImpersonating } from '../accounts/checks.ts'

/** What would leave somebody a right, or a way to hear things, when they no longer act as somebody else. */
const lasting = [
  ...['PUT /pushsubscription', 'PUT /sharelink', 'POST /sharelink', 'PUT /invitation', 'PUT /user'],
  ...['PUT /membership', 'POST /membership', 'POST /tracker/token', 'POST /unknowndevice/adopt'],
]
const addresses = [
  ...['email_recipients', 'phone_recipients', 'escalate_email_recipients', 'escalate_phone_recipients', 'webhook_url'],
]

/**
 * Whoever acts as somebody else leaves nothing behind that lasts: no tokens, links, invitations, members or addresses
 * that messages go to. As themselves they may do all that their own role lets them.
 *
 * @throws {AppError} forbidden
 */
export function forbidLastingRights({ viewer, method, routeOptions, body }: FastifyRequest): void {
  if (!viewer || viewer.impersonator_user_id === null || method === 'GET') return
  const path = routeOptions.url?.replace('/api/v1', '')
  const named = Object.keys((body ?? {}) as object).some((field) => addresses.includes(field))
  if (named || lasting.includes(`${method} ${path}`)) checkNotImpersonating(viewer)
}

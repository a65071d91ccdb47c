import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { admitByRole } from '../roles/admit.ts'
import { loadViewer } from '../viewer.ts'
import { addKeys, asGuest } from './api_keys.ts'
import { checkHold } from './hold.ts'
import { forbidLastingRights } from './impersonation.ts'
import { limitToPasswordChange } from './password_change.ts'
import { checkSecondFactor } from './second_factor.ts'
import { readToken, tokenOf } from './tokens.ts'

/** Finds out who asks, by the token of a request, and refuses what that session, key or guest may not do at all. */
export function addSession(v1: FastifyInstance, { db, config }: ApiContext): void {
  v1.addHook('onRequest', async (request) => {
    const token = tokenOf(request.headers.authorization)
    if (token) request.viewer = await loadViewer(db, readToken(v1, token), request.ip)
    asGuest(request)
    if (request.viewer?.password_change_required) limitToPasswordChange(request)
    else checkSecondFactor(request)
  })
  v1.addHook('preHandler', async (request) => admitByRole(request))
  v1.addHook('preHandler', async (request) => checkHold(request))
  addKeys(v1, db, config.http_rate)
  v1.addHook('preHandler', async (request) => forbidLastingRights(request))
}

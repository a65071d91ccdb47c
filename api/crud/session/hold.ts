import type { FastifyRequest } from 'fastify'
import { holdError } from '../../http/backends.ts'
import type { Viewer } from '../viewer.ts'
import { isOpenTo } from './open_to.ts'

/**
 * Refuses requests in organisations that are on hold, or have moved: with 503 and 421. Their members have no membership
 * until then, so nothing of theirs can be read or changed; this says why.
 */
export function checkHold({ viewer, query, body, method, routeOptions }: FastifyRequest): void {
  if (!viewer) return
  const named = organisationIn(query) ?? organisationIn(body)
  const hold = viewer.held.find(({ organisation_id }) => organisation_id === Number(named))
  if (hold && !(viewer.platform_admin && method === 'GET')) throw holdError(hold)
  if (isOpenTo(routeOptions, 'held')) return
  refuseWithoutOthers(viewer)
}

/** @throws {AppError} where all of the viewer's organisations are on hold, or have moved */
export function refuseWithoutOthers({ held, memberships, every = memberships, platform_admin }: Viewer): void {
  if (held.length > 0 && every.length === 0 && !platform_admin) throw holdError(held[0]!)
}

const organisationIn = (input: unknown) => (input as { organisation_id?: unknown } | null | undefined)?.organisation_id

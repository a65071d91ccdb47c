import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/errors.ts'
import { organisationIn } from '../features.ts'
import type { Member } from '../viewer.ts'
import { limit, type Need, type Place } from './limit.ts'

/**
 * Admits the memberships that are limited by a role to a request which the role allows: until then, and everywhere else,
 * they are not among the viewer's. Public routes answer others as people without a membership.
 *
 * @throws {AppError} forbidden where the role in the organisation that the request names, or in all, does not allow it
 */
export function admitByRole(request: FastifyRequest): void {
  const { viewer, query, body, is404 } = request
  if (!viewer?.every || is404) return
  const { place = null, need = 'write' } = request.routeOptions.config
  const memberships = limit(viewer.every, place, need)
  request.viewer = { ...viewer, memberships }
  const { security } = (request.routeOptions.schema ?? {}) as { security?: unknown[] }
  if (viewer.platform_admin || security?.length === 0) return
  const isAdmitted = (id: number) => memberships.some(({ organisation_id }) => organisation_id === id)
  const named = Number(organisationIn(query) ?? organisationIn(body))
  const refused = viewer.every.filter(({ organisation_id }) => !isAdmitted(organisation_id))
  const of_named = refused.find(({ organisation_id }) => organisation_id === named)
  if (of_named) throw notAllowed(of_named)
  if (memberships.length === 0 && refused[0]) throw notAllowed(refused[0])
}

const notAllowed = ({ limits, organisation_name }: Member) =>
  new AppError('forbidden', `Your role ${limits?.name} at ${organisation_name} does not allow that.`)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the route belongs, for members with a role of their organisation; without it they are refused. */
    place?: Place
    /** What their role must allow there. */
    need?: Need
  }
}

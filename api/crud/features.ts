import type { FastifyRequest } from 'fastify'
import { type Feature, features } from '#db/tables/organisations/organisation_config.ts'
import { AppError } from '../http/errors.ts'
import type { Viewer } from './viewer.ts'

/** The error of a feature that is switched off. */
export const featureOff = (feature: Feature) =>
  new AppError('not_implemented', `${features[feature]} switched off for this organisation.`)

/** The viewer, as a member of the organisations that have the feature. */
export function withFeature(viewer: Viewer, feature: Feature): Viewer {
  return { ...viewer, memberships: viewer.memberships.filter(({ features }) => features.includes(feature)) }
}

/** @throws {AppError} not_implemented where all organisations of the viewer have the feature switched off */
export function checkFeature(viewer: Viewer, feature: Feature): void {
  const { platform_admin, memberships } = viewer
  if (!platform_admin && memberships.length > 0 && withFeature(viewer, feature).memberships.length === 0) {
    throw featureOff(feature)
  }
}

/**
 * A hook for the routes of a feature: they know the viewer as a member of the organisations that have it, and answer 501
 * where the one that the request names has not, or none of the viewer's has.
 */
export function requireFeature(feature: Feature) {
  return async (request: FastifyRequest): Promise<void> => {
    const { viewer } = request
    if (!viewer) return
    const named = organisationIn(request.query) ?? organisationIn(request.body)
    const membership = viewer.memberships.find(({ organisation_id }) => organisation_id === named)
    if (membership && !membership.features.includes(feature)) throw featureOff(feature)
    checkFeature(viewer, feature)
    request.viewer = withFeature(viewer, feature)
  }
}

export const organisationIn = (input: unknown) =>
  (input as { organisation_id?: unknown } | null | undefined)?.organisation_id

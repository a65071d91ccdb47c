import { AppError } from '../../http/errors.ts'
import { narrowTo, type Resource } from '../resource.ts'
import type { Viewer } from '../viewer.ts'

/**
 * Checks a route that writes rows of any resource.
 *
 * @throws {AppError} forbidden where the viewer's role in the organisation does not allow to write them
 */
export function checkMay(resource: Pick<Resource, 'name'>, viewer: Viewer, organisation_id: number): void {
  const isMember = ({ memberships }: Viewer) => memberships.some((one) => one.organisation_id === organisation_id)
  if (isMember(viewer) && !isMember(narrowTo(resource, viewer, 'write'))) {
    throw new AppError('forbidden', 'Your role does not allow that.')
  }
}

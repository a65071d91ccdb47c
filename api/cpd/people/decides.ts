import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { isAdministrator } from './person_for.ts'

/** Whether the viewer decides on facts that change what is asked of a person: an administrator, not for themselves. */
export function decidesFor(viewer: Viewer, { organisation_id, user_id }: Owned): boolean {
  return isAdministrator(viewer, organisation_id) && user_id !== viewer.user_id && viewer.impersonator_user_id === null
}

/** @throws {AppError} forbidden unless the viewer decides; `field` is named in the error */
export function checkDecides(viewer: Viewer, of: Owned, field: string): void {
  checkNotImpersonating(viewer)
  if (decidesFor(viewer, of)) return
  throw new AppError('forbidden', `${field}: an administrator decides, and not for themselves.`, field)
}

type Owned = { organisation_id: number; user_id: number }

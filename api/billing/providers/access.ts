import type { Db } from '#db/database.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { billingOrganisation } from '../access.ts'

/**
 * The organisation whose books the viewer may connect: only its own administrators, as themselves. The right of a
 * platform administrator does not reach an organisation's bank and books.
 *
 * @throws {AppError} not_found for a foreign one, not_implemented where billing is off, forbidden for other members
 */
export async function connectable(db: Db, viewer: Viewer, organisation_id?: number): Promise<number> {
  checkNotImpersonating(viewer)
  const id = await billingOrganisation(db, viewer, organisation_id)
  if (organisationsOf(viewer, ...managesAll).includes(id)) return id
  throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
}

import type { Db } from '#db/database.ts'
import { loadViewer, reloadViewer, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { hasRights, rightsOf } from '../../http/rights.ts'

/** Refuses to go on; asks the database at the first call, and then once a second at most. */
export type RightsCheck = () => Promise<void>

/** A check by which long work stops when its person loses a right with which it was begun. */
export function rightsCheck(db: Db, viewer: Viewer, organisation_id: number | null): RightsCheck {
  let asked = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - asked < CHECK_MS) return
    asked = performance.now()
    await checkRights(db, viewer, organisation_id)
  }
}

/**
 * A session that has ended since is no reason: work outlives it, as does a download behind a closed page. Nor is an
 * organisation that is on hold by now. An API key that has ended is one.
 *
 * @param organisation_id whose rows the work is about; null for all of the viewer's
 * @throws {AppError} forbidden when the account is switched off or deleted, or has lost a role that the viewer has
 */
export async function checkRights(db: Db, viewer: Viewer, organisation_id: number | null): Promise<void> {
  const { user_id, impersonator_user_id, api_key } = viewer
  const present = api_key ? await reloadViewer(db, viewer) : await loadViewer(db, { user_id })
  const on_hold = new Set(present?.held.map((one) => one.organisation_id))
  const memberships = viewer.memberships.filter(
    (one) => one.organisation_id === (organisation_id ?? one.organisation_id) && !on_hold.has(one.organisation_id),
  )
  if (present && hasRights({ ...present, impersonator_user_id }, rightsOf({ ...viewer, memberships }))) return
  throw new AppError('forbidden', 'You have lost a right with which this was begun, so it was stopped.')
}

const CHECK_MS = 1000

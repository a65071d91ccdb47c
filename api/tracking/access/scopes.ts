import { type SqlBool, sql } from 'kysely'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { anyOf, everything, extentOf, isIn, type Scope, scope } from '../../crud/access.ts'
import { managesAll, organisationsOf, seesAll, type Viewer } from '../../crud/viewer.ts'

/** Read scope of rows of a tracker, such as events and alerts. */
export const readsOfTracker = (viewer: Viewer, table: string) => ofTracker(viewer, table, seesAll)

/** Write scope of rows of a tracker: that of the tracker itself. */
export const writesOfTracker = (viewer: Viewer, table: string) => ofTracker(viewer, table, managesAll)

function ofTracker(viewer: Viewer, table: string, roles: MembershipRole[]): Scope {
  if (viewer.platform_admin) return everything
  const organisation_id = sql.ref<number>(`${table}.organisation_id`)
  const all = organisationsOf(viewer, ...roles)
  const others = viewer.memberships.map((m) => m.organisation_id).filter((id) => !all.includes(id))
  // Selects the trackers first, then their rows by the index that begins with the tracker.
  const own = sql<SqlBool>`(${isIn(organisation_id, others)} and ${sql.ref(`${table}.tracker_id`)} = any(array(
    select t.id from tracker t where t.owner_user_id = ${viewer.user_id} and ${isIn(sql.ref<number>('t.organisation_id'), others)})))`
  return scope(extentOf(viewer, all), anyOf(all.length > 0 && isIn(organisation_id, all), others.length > 0 && own))
}

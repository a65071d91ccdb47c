import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import { isShown, isShownSegment } from '#db/privacy/private_trips.ts'
import {
  anyOf,
  everything,
  extentOf,
  fullySeen,
  isIn,
  ofRoles,
  readsShared,
  type Scope,
  scope,
} from '../../crud/access.ts'
import { managesAll, organisationsOf, seesAll, seesEverything, type Viewer } from '../../crud/viewer.ts'

/** Read scope of trackers, without those of fire drills. */
export function readsTracker(viewer: Viewer, table = 'tracker'): Scope {
  const seen = seesTracker(viewer, table)
  return scope(seen.extent, sql<SqlBool>`(${seen} and not ${sql.ref(`${table}.drill`)})`)
}

/** Same, with them: all of an organisation for its Administrators and Staff, or those of their groups; own ones. */
export function seesTracker(viewer: Viewer, table = 'tracker'): Scope {
  if (viewer.platform_admin) return everything
  const all = fullySeen(viewer)
  return scope(extentOf(viewer, all), anyOf(isAnyOf(all, table), isOneOf(viewer, all, groupsOf(viewer), table)))
}

/**
 * Whether rows are not of the tracker of a fire drill: lists leave those out, and counts. An organisation has one drill
 * at a time. A comparison, since the planner takes half of all rows to fail what it does not know, and sorts them all.
 */
export const isNoDrill = (table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.tracker_id`)} <> coalesce((select max(d.tracker_id) from fire_drill d
    where d.state <> 'ended' and d.organisation_id = ${sql.ref(`${table}.organisation_id`)}), 0)`

/** Read scope of rows of a tracker, such as events and alerts. */
export const readsOfTracker = (viewer: Viewer, table: string) =>
  ofTracker(viewer, table, fullySeen(viewer), groupsOf(viewer))

/** Read scope of events, without those in the time of private trips. */
export function readsEvent(viewer: Viewer): Scope {
  const own = readsOfTracker(viewer, 'tracker_event')
  return scope(own.extent, sql<SqlBool>`(${own} and ${isShown('tracker_event')})`)
}

/**
 * Read scope of segments, without what happened on private trips. Who sees only some trackers does not see visits of
 * other members' boundaries.
 */
export function readsSegment(viewer: Viewer): Scope {
  const of_tracker = readsOfTracker(viewer, 'segment')
  const own = scope(of_tracker.extent, sql<SqlBool>`(${of_tracker} and ${isShownSegment('segment')})`)
  if (viewer.platform_admin || viewer.memberships.every(seesEverything)) return own
  return scope(
    own.extent,
    sql<SqlBool>`(${own} and (segment.boundary_id is null or exists (
      select from boundary where boundary.organisation_id = segment.organisation_id
        and boundary.id = segment.boundary_id and ${readsShared(viewer, 'boundary')})))`,
  )
}

/** Read scope of trips of the driver who the viewer is, in organisations that they belong to. */
export function readsDriven(viewer: Viewer): Scope {
  const ids = viewer.memberships.map(({ organisation_id }) => organisation_id)
  return scope(
    ids.length > 0 ? 'own' : 'none',
    sql<SqlBool>`(segment.kind = 'trip' and ${isIn(sql.ref<number>('segment.organisation_id'), ids)}
      and segment.driver_id = any(array(select d.id from driver d
        where d.user_id = ${viewer.user_id} and ${isIn(sql.ref<number>('d.organisation_id'), ids)})))`,
  )
}

/** Read scope of alerts: those of two trackers are for who sees both. */
export function readsAlert(viewer: Viewer, table = 'alert'): Scope {
  const reads = readsOfTracker(viewer, table)
  if (viewer.platform_admin || viewer.memberships.every(seesEverything)) return reads
  return scope(
    reads.extent,
    sql<SqlBool>`(${reads} and (${sql.ref(`${table}.other_tracker_id`)} is null or exists (
      select from tracker other where other.organisation_id = ${sql.ref(`${table}.organisation_id`)}
        and other.id = ${sql.ref(`${table}.other_tracker_id`)} and ${readsTracker(viewer, 'other')})))`,
  )
}

/** Read scope of rules about two trackers or groups, for who sees both sides. */
export const readsBoth = (viewer: Viewer, table: string) => ofBoth(viewer, table, readsPlan)

/** Write scope of rules about two trackers or groups: of who dispatches both sides. */
export const dispatchesBoth = (viewer: Viewer, table: string) => ofBoth(viewer, table, dispatchesTracker)

function ofBoth(viewer: Viewer, table: string, reads: (viewer: Viewer, table: string) => Scope): Scope {
  const one = reads(viewer, table)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return scope(
    one.extent,
    sql<SqlBool>`(${one} and exists (select from (select ${column('organisation_id')} as organisation_id,
      ${column('other_tracker_id')} as tracker_id, ${column('other_group_id')} as group_id) other
      where ${reads(viewer, 'other')}))`,
  )
}

/** Write scope of what a dispatcher enters of a tracker: Administrators, and Staff who see it. */
export const dispatchesTracker = (viewer: Viewer, table: string) => dispatches(viewer, table, readsOfTracker)

/** Write scope of plans of shifts: the same, of a tracker or of a group that they see. */
export const dispatchesPlan = (viewer: Viewer, table: string) => dispatches(viewer, table, readsPlan)

function dispatches(viewer: Viewer, table: string, reads: (viewer: Viewer, table: string) => Scope): Scope {
  const of_roles = ofRoles(viewer, `${table}.organisation_id`, seesAll)
  return scope(of_roles.extent, sql<SqlBool>`(${of_roles} and ${reads(viewer, table)})`)
}

/** Write scope of rows of a tracker: that of the tracker itself. */
export const writesOfTracker = (viewer: Viewer, table: string) =>
  ofTracker(viewer, table, organisationsOf(viewer, ...managesAll), [])

/** Read scope of drivers: all of an organisation, those of the viewer's groups, and the driver who the viewer is. */
export function readsDriver(viewer: Viewer, table = 'driver'): Scope {
  if (viewer.platform_admin) return everything
  const all = fullySeen(viewer)
  return scope(
    extentOf(viewer, all),
    anyOf(isAnyOf(all, table), isOneOf(viewer, all, groupsOf(viewer), table, 'user_id')),
  )
}

/** Read scope of plans of maintenance and of shifts: all of an organisation, those of trackers that are seen, and of the viewer's groups. */
export function readsPlan(viewer: Viewer, table = 'maintenance_plan'): Scope {
  if (viewer.platform_admin) return everything
  const of_groups = groupsOf(viewer).map(
    ({ organisation_id, group_ids }) => sql<SqlBool>`(${sql.ref(`${table}.organisation_id`)} = ${organisation_id}
      and ${sql.ref(`${table}.group_id`)} = any(${bigints(group_ids)}::bigint[]))`,
  )
  return scope(
    extentOf(viewer, fullySeen(viewer)),
    anyOf(sql<SqlBool>`${readsOfTracker(viewer, table)}`, of_groups.length > 0 && anyGroup(of_groups)),
  )
}

function ofTracker(viewer: Viewer, table: string, all: number[], groups: Groups[]): Scope {
  if (viewer.platform_admin) return everything
  const some = isOneOf(viewer, all, groups, 't')
  // Selects the trackers first, then their rows by the index that begins with the tracker.
  const own =
    some &&
    sql<SqlBool>`(${isIn(sql.ref<number>(`${table}.organisation_id`), othersOf(viewer, all))}
      and ${sql.ref(`${table}.tracker_id`)} = any(array(select t.id from tracker t where ${some})))`
  return scope(extentOf(viewer, all), anyOf(isAnyOf(all, table), own))
}

const isAnyOf = (all: number[], table: string) =>
  all.length > 0 && isIn(sql.ref<number>(`${table}.organisation_id`), all)

/** Whether a tracker or a driver is the viewer's own, in organisations of which they do not have all, or of these groups. */
function isOneOf(
  viewer: Viewer,
  all: number[],
  groups: Groups[],
  table: string,
  owner = 'owner_user_id',
): RawBuilder<SqlBool> | false {
  const others = othersOf(viewer, all)
  if (others.length === 0) return false
  const of = (column: string) => sql.ref<number>(`${table}.${column}`)
  const own = sql<SqlBool>`(${of(owner)} = ${viewer.user_id} and ${isIn(of('organisation_id'), others)})`
  if (groups.length === 0) return own
  const grouped = groups.map(
    ({ organisation_id, group_ids }) => sql<SqlBool>`(${of('organisation_id')} = ${organisation_id}
      and ${of('group_id')} = any(${bigints(group_ids)}::bigint[]))`,
  )
  return sql<SqlBool>`(${sql.join([own, ...grouped], sql` or `)})`
}

const othersOf = ({ memberships }: Viewer, all: number[]) =>
  memberships.map((m) => m.organisation_id).filter((id) => !all.includes(id))

const groupsOf = ({ memberships }: Viewer): Groups[] =>
  memberships.flatMap(({ organisation_id, group_ids }) => (group_ids?.length ? [{ organisation_id, group_ids }] : []))

const anyGroup = (groups: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(groups, sql` or `)})`

type Groups = { organisation_id: number; group_ids: number[] }

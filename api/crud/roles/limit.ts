import { type Area, type AreaExtents, areas, type RoleLimits } from '#db/tables/people/role.ts'
import type { Member, Viewer } from '../viewer.ts'

/**
 * What a route or resource belongs to: an area of roles; an area, and where that is closed one's own rows, as a User has
 * them (`own_people`); `self`, which is about the person's own account, with the rights of a User; `any`, which is
 * open to all members, and asks each resource that it is about. Null is closed to limited members.
 */
export type Place = Area | `own_${Area}` | 'self' | 'any' | null
export type Need = 'read' | 'write'

/** Whether the role allows it: `own` is with the rights of a User only. */
export function extentIn({ areas }: Pick<RoleLimits, 'areas'>, place: Place, need: Need): 'all' | 'own' | 'none' {
  if (place === null) return 'none'
  if (place === 'any') return 'all'
  if (place === 'self') return 'own'
  const area = place.replace('own_', '') as Area
  const extent = areas[area]
  if (extent === 'write' || (extent === 'read' && need === 'read')) return 'all'
  return area === place ? 'none' : 'own'
}

/** A treasurer has the rights of an Administrator in billing, and those of their role everywhere else. */
function inOffice(member: Member, place: Place): Member {
  const own = member.elsewhere ?? member
  if (place !== 'billing' || own.billing_role !== 'treasurer') return own
  return { ...own, role_name: 'Administrator', group_ids: null, elsewhere: own }
}

/**
 * The memberships with which a member reads or writes what is in a place: those without a role of the organisation as
 * they are, of others those whose role allows it. Nothing is ever added but what an office has besides.
 */
export function limit(memberships: Member[], place: Place, need: Need): Member[] {
  return memberships.flatMap((member) => {
    if (!member.limits) return [inOffice(member, place)]
    const extent = extentIn(member.limits, place, need)
    return extent === 'none' ? [] : [extent === 'own' ? asUser(member) : inOffice(member, place)]
  })
}

/** The viewer with the memberships whose roles allow it: of all that they have. */
export const admit = (viewer: Viewer, place: Place, need: Need): Viewer =>
  viewer.every ? { ...viewer, memberships: limit(viewer.every, place, need) } : viewer

/** The same of the memberships with which they were admitted. */
export const narrow = (viewer: Viewer, place: Place, need: Need): Viewer =>
  viewer.memberships.some(({ limits, billing_role }) => limits || billing_role)
    ? { ...viewer, memberships: limit(viewer.memberships, place, need) }
    : viewer

/** A member who may do no more than a User: sees their own rows only, and does nothing besides. */
function asUser(member: Member): Member {
  const role_name = member.role_name === 'Customer' ? member.role_name : 'User'
  return { ...member, role_name, group_ids: null, cpd_role: null, billing_role: null }
}

/** Whether a role allows nothing that another does not; null allows everything. */
export function isWithin(inner: AreaExtents | null, outer: AreaExtents | null): boolean {
  if (outer === null) return true
  if (inner === null) return false
  return areas.every((area) => {
    const extent = inner[area]
    return extent === undefined || outer[area] === 'write' || outer[area] === extent
  })
}

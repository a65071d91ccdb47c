import type { Db, Trx } from '#db/database.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { AppError, wrong } from '../http/errors.ts'
import { managesAll, organisationsOf, type Viewer } from './viewer.ts'

/** The organisation of a new row: the one in the body, else the viewer's first. */
export function organisationFor(viewer: Viewer, organisation_id = viewer.memberships[0]?.organisation_id): number {
  if (organisation_id === undefined) throw wrong('organisation_id', 'is missing, and you are a member of none.')
  if (!viewer.platform_admin && !viewer.memberships.some((m) => m.organisation_id === organisation_id)) {
    throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
  }
  return organisation_id
}

/** Same, for rows that only an administrator may create. */
export function administeredFor(viewer: Viewer, organisation_id?: number): number {
  return organisationWhere(viewer, managesAll, organisation_id)
}

/** Same, for rows that only members with one of these roles may create. */
export function organisationWhere(viewer: Viewer, roles: MembershipRole[], organisation_id?: number): number {
  const id = organisationFor(viewer, organisation_id)
  if (viewer.platform_admin || organisationsOf(viewer, ...roles).includes(id)) return id
  const who = roles.includes('Staff') ? 'Staff and administrators' : 'an administrator'
  throw new AppError('forbidden', `Only ${who} of the organisation may do that.`)
}

export function administers(viewer: Viewer, organisation_id: number | null): boolean {
  return viewer.platform_admin || organisationsOf(viewer, ...managesAll).some((id) => id === organisation_id)
}

/** Administrators assign rows to any member or to no owner; others keep their own. */
export async function ownerFor(trx: Db, viewer: Viewer, organisation_id: number, owner_user_id?: number | null) {
  if (!administers(viewer, organisation_id)) {
    if (owner_user_id === undefined || owner_user_id === viewer.user_id) return viewer.user_id
    throw new AppError('forbidden', 'owner_user_id: only an administrator may set another owner.', 'owner_user_id')
  }
  if (owner_user_id === undefined || owner_user_id === null) return null
  if (!(await isMember(trx, organisation_id, owner_user_id)))
    throw wrong('owner_user_id', 'is not a member of the organisation.')
  return owner_user_id
}

/** The organisation and owner of a new row; the owner is a member or null. */
export async function belongingFor(
  trx: Trx,
  viewer: Viewer,
  body: { organisation_id?: number; owner_user_id?: Owner },
) {
  const organisation_id = organisationFor(viewer, body.organisation_id)
  return { organisation_id, owner_user_id: await ownerFor(trx, viewer, organisation_id, body.owner_user_id) }
}

/** The owner in an update; undefined leaves it unchanged. */
export async function changedOwner(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, owner_user_id }: { organisation_id: number; owner_user_id?: Owner },
): Promise<Owner> {
  return owner_user_id === undefined ? undefined : ownerFor(trx, viewer, organisation_id, owner_user_id)
}

type Owner = number | null | undefined

export async function isMember(trx: Db, organisation_id: number, user_id: number): Promise<boolean> {
  const member = await trx
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return member !== undefined
}

import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/membership.ts'

/** Who asks, and what they are in which organisation. Read anew for each request, so that a lost right is lost at once. */
export type Viewer = {
  user_id: number
  platform_admin: boolean
  memberships: { organisation_id: number; organisation_name: string; role_name: MembershipRole }[]
}

/** @returns null when the account is gone, switched off or not confirmed */
export async function loadViewer(db: Kysely<Database>, user_id: number): Promise<Viewer | null> {
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'platform_admin'])
    .where('id', '=', user_id)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!user) return null
  const memberships = await db
    .selectFrom('membership as m')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .select(['m.organisation_id', 'o.name as organisation_name', 'm.role_name'])
    .where('m.user_id', '=', user_id)
    .orderBy('m.created_at')
    .orderBy('m.organisation_id')
    .execute()
  return { user_id, platform_admin: user.platform_admin, memberships }
}

/** The organisations in which the viewer has one of the roles. */
export function organisationsOf(viewer: Viewer, ...roles: MembershipRole[]): number[] {
  return viewer.memberships.filter((m) => roles.includes(m.role_name)).map((m) => m.organisation_id)
}

/** Administrators and Staff see every tracker of their organisation. */
export const seesAll: MembershipRole[] = ['Administrator', 'Staff']
export const managesAll: MembershipRole[] = ['Administrator']

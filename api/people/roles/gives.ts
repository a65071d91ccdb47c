import type { Db, Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { BillingRole, CpdRole, MembershipRole } from '#db/tables/people/membership.ts'
import type { AreaExtents } from '#db/tables/people/role.ts'
import { isWithin } from '../../crud/roles/limit.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'

/** The role of the organisation that limits a membership or an invitation; null for all that `role_name` may. */
export const RoleId = Nullable({
  ...Id,
  description:
    'A role of the organisation whose base is role_name, and which limits it; null for all that role_name may',
})

/**
 * Checks the role that a viewer gives to a member or an invitation: it may do no more than the viewer's own.
 *
 * @throws {AppError} bad_request where there is no such role in the organisation, or its base is another; forbidden
 */
export async function checkGiven(trx: Trx, viewer: Viewer, organisation_id: number, given: Assignment): Promise<void> {
  const areas = await areasOf(trx, organisation_id, given)
  const own = limitsOf(viewer, organisation_id)
  if (!own) return
  if (!isWithin(areas, own)) throw more('role_id', 'may do more than your own role')
  const beyond = officeBeyond(given, own)
  if (beyond) throw more(beyond, 'may do more than your own role')
}

/**
 * Checks whose membership is changed or ended: a limited administrator leaves their own, and those of people who may do
 * more, as they are.
 *
 * @throws {AppError} forbidden
 */
export async function checkTaken(trx: Trx, viewer: Viewer, organisation_id: number, held: Held): Promise<void> {
  const own = limitsOf(viewer, organisation_id)
  if (!own) return
  if (held.user_id === viewer.user_id)
    throw new AppError('forbidden', 'Your own role is changed by another administrator.')
  const areas = await areasOf(trx, organisation_id, held)
  if (!isWithin(areas, own) || officeBeyond(held, own)) {
    throw new AppError('forbidden', 'This member may do more than your own role.')
  }
}

/** The office that allows more than what the viewer may; null without one. */
function officeBeyond({ cpd_role, billing_role }: Assignment, own: AreaExtents): 'cpd_role' | 'billing_role' | null {
  if (cpd_role && own.cpd !== 'write') return 'cpd_role'
  return billing_role && own.billing !== 'write' ? 'billing_role' : null
}

/** @returns the areas that the role allows; null without a role of the organisation: all areas are open then */
async function areasOf(
  db: Db,
  organisation_id: number,
  { role_name, role_id }: Assignment,
): Promise<AreaExtents | null> {
  if (role_id === null) return null
  const role = await db
    .selectFrom('role')
    .select(['base', 'areas'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', role_id)
    .executeTakeFirst()
  if (!role) throw wrong('role_id', 'is not a role of the organisation.')
  if (role.base !== role_name) throw wrong('role_id', `is a role for ${role.base}, not for ${role_name}.`)
  return role.areas
}

/** What the viewer may do in the organisation; null without limits. */
function limitsOf({ platform_admin, memberships }: Viewer, organisation_id: number): AreaExtents | null {
  if (platform_admin) return null
  return memberships.find((member) => member.organisation_id === organisation_id)?.limits?.areas ?? null
}

const more = (field: string, sentence: string) => new AppError('forbidden', `${field}: ${sentence}.`, field)

type Assignment = {
  role_name: MembershipRole
  role_id: number | null
  cpd_role?: CpdRole | null
  billing_role?: BillingRole | null
}
type Held = Assignment & { user_id: number }

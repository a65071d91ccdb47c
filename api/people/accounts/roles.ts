import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import { ofAdministrator } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'

/** A role that a person has in the whole installation. */
export const UserRole = Type.Object({ name: Type.String(), is_admin: Type.Boolean() })

/** A membership as it stands in its user's row. */
export const UserMembership = Type.Object({
  id: Id,
  organisation_id: Id,
  organisation_name: Type.String(),
  role_name: RoleName,
  role_is_admin: Type.Boolean(),
})

/** Roles are fixed, and this is the only one of the platform. */
export const rolesOfUser = sql`case when user_account.platform_admin
  then json_build_array(json_build_object('name', 'Platform administrator', 'is_admin', true)) else '[]'::json end`

/** Administrators must not learn of their members' other organisations. */
export const membershipsOfUser = (viewer: Viewer) => sql`coalesce((
  select json_agg(json_build_object('id', m.id, 'organisation_id', m.organisation_id, 'organisation_name', o.name,
    'role_name', m.role_name, 'role_is_admin', m.role_name = 'Administrator') order by o.name, m.id)
  from membership m join organisation o on o.id = m.organisation_id
  where m.user_id = user_account.id and (m.user_id = ${viewer.user_id} or ${ofAdministrator(viewer, 'm.organisation_id')})),
  '[]'::json)`

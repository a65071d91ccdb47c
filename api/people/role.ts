import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/people/membership.ts'
import { Areas, Role } from '#db/tables/people/role.ts'
import { ofAdministrator, ofMember, scope } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkName, Name } from '../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { AppError } from '../http/errors.ts'
import { rightsChanged } from './sessions/sessions.ts'

const { about } = Role.columns
const name = { ...Name, maxLength: 50 } as typeof Name

/** The built-in roles, which stay as they are, and those of organisations, which limit one of them by areas. */
export const role = defineResource({
  name: 'role',
  plural: 'roles',
  about: 'List the roles of organisations and of the platform: those that are built in, and your organisations’ own',
  table: 'role',
  row: Role.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    built_in: defineFilter(Type.Boolean(), (is) =>
      is ? sql<SqlBool>`role.organisation_id is null` : sql<SqlBool>`role.organisation_id is not null`,
    ),
    is_admin: equals('is_admin', Type.Boolean()),
    platform: equals('platform', Type.Boolean()),
  },
  search: ['name'],
  sort: { id: null, name: null },
  default_sort: 'id',
  reads: (viewer) => {
    const own = ofMember(viewer, 'role.organisation_id')
    return scope('all', sql<SqlBool>`(role.organisation_id is null or ${own})`)
  },
  // The built-in roles cannot be changed.
  writes: (viewer) => {
    const own = ofAdministrator(viewer, 'role.organisation_id')
    return scope(own.extent, sql<SqlBool>`(role.organisation_id is not null and ${own})`)
  },
  quota: { organisation: 'roles' },
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ name, base: RoleName, areas: Areas }, { organisation_id: Id, about }),
    run(trx, viewer, { name, ...body }) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const is_admin = body.base === 'Administrator'
      return rows(trx, 'role').insert({ ...body, organisation_id, is_admin, name: checkName(name) })
    },
  },
  update: {
    body: bodyOf({}, { name, areas: Areas, about }),
    /** Its members have the new rights at once. */
    async run(trx, _viewer, { name, ...body }) {
      await rows(trx, 'role').update({ ...body, ...(name !== undefined && { name: checkName(name) }) })
      const members = await trx.selectFrom('membership').select('user_id').where('role_id', '=', body.id).execute()
      for (const { user_id } of members) await rightsChanged(trx, user_id)
    },
  },
  async remove(trx, _viewer, target) {
    await checkUnused(trx, target.id)
    await rows(trx, 'role').remove(target)
  },
})

/** @throws {AppError} conflict, which says how many have it */
async function checkUnused(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql<{ members: number; invited: number }>`
    select (select count(*)::int from membership where role_id = ${id}) as members,
      (select count(*)::int from invitation where role_id = ${id}) as invited`.execute(trx)
  const { members, invited } = rows[0]!
  if (members + invited === 0) return
  const people = members === 1 ? '1 member has' : `${members} members have`
  const open = invited === 1 ? '1 open invitation has' : `${invited} open invitations have`
  throw new AppError('conflict', `${people} this role, and ${open}: give them another before you delete it.`, 'id')
}

import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { natural } from '#db/tables/natural.ts'
import { Membership } from '#db/tables/people/membership.ts'
import { ofAdministrator, readsOwned, scope } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkQuota } from '../crud/quotas.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { joinedOrganisation } from './joined.ts'
import { checkGroupIds, GroupIds, groupIdsOf, setGroupIds } from './member_groups.ts'
import { endMembership, keepAnAdministrator, lockAdministrators } from './memberships.ts'
import { checkGiven, checkTaken, RoleId } from './roles/gives.ts'
import { rightsChanged } from './sessions/sessions.ts'

const { limited: _, ...columns } = Membership.columns
const { role_name, cpd_role, billing_role } = columns

export const membership = defineResource({
  name: 'membership',
  plural: 'memberships',
  about: 'List memberships: the roles of users in organisations',
  table: 'membership',
  row: Type.Object({
    ...columns,
    group_ids: GroupIds,
    role_id: RoleId,
    role_is_admin: Type.Boolean(),
    username: Type.String(),
    email: Type.String(),
    display_name: Type.String(),
  }),
  computed: {
    group_ids: groupIdsOf('membership'),
    role_is_admin: sql`(membership.role_name = 'Administrator')`,
    username: ofUser('username'),
    email: ofUser('email'),
    display_name:
      ofUser(`coalesce(nullif(u.name, ''), nullif(concat_ws(' ', nullif(u.firstname, ''), nullif(u.lastname, '')), ''),
      nullif(u.username, ''), u.email)`),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    role_name: equals('role_name', role_name),
  },
  search: ['username', 'email', 'display_name'],
  sort: { id: null, role_name: null, created_at: null, username: natural(ofUser('username')) },
  default_sort: 'id',
  reads: (viewer) => {
    const own = readsOwned(viewer, 'membership', 'user_id')
    const exists = sql`exists (select from user_account u where u.id = membership.user_id and u.deleted_at is null)`
    return scope(own.extent, sql<SqlBool>`(${own} and ${exists})`)
  },
  writes: (viewer) => ofAdministrator(viewer, 'membership.organisation_id'),
  quota: { organisation: 'users' },
  lasting: ['create', 'update'],

  create: {
    body: bodyOf(
      { user_id: Id, role_name },
      { organisation_id: Id, role_id: RoleId, group_ids: GroupIds, cpd_role, billing_role },
    ),
    async run(trx, viewer, { user_id, role_name, role_id = null, group_ids = null, organisation_id: named, ...body }) {
      const { cpd_role = null, billing_role = null } = body
      const organisation_id = administeredFor(viewer, named)
      if (!(await administersUser(trx, viewer, user_id))) {
        const sentence = 'There is no such user in an organisation that you administer. Others are invited by e-mail.'
        throw new AppError('not_found', sentence, 'user_id')
      }
      await checkGiven(trx, viewer, organisation_id, { role_name, role_id, cpd_role, billing_role })
      await checkGroupIds(trx, organisation_id, role_name, group_ids)
      const given = { role_name, role_id, cpd_role, billing_role }
      const { id } = await rows(trx, 'membership').insert({ organisation_id, user_id, ...given })
      if (group_ids) await setGroupIds(trx, 'membership', { id, organisation_id }, group_ids)
      await checkQuota(trx, 'organisations', { id: user_id, subject: 'This person has' })
      await joinedOrganisation(trx, user_id)
      await checkQuota(trx, 'organisations', { id: user_id, subject: 'This person has' })
      return { id }
    },
  },
  update: {
    body: bodyOf({ role_name }, { role_id: RoleId, group_ids: GroupIds, cpd_role, billing_role }),
    /** Limits stay while the role does, unless others are given: a limit to groups is of Staff. */
    async run(trx, viewer, { id, organisation_id, role_name, group_ids, role_id: named, ...offices }) {
      const before = await lockAdministrators(trx, organisation_id)
      const held = await readHeld(trx, id)
      const kept = held.role_name === role_name ? held.role_id : null
      const role_id = named === undefined ? kept : named
      await checkTaken(trx, viewer, organisation_id, held)
      await checkGiven(trx, viewer, organisation_id, { role_name, role_id, ...offices })
      const { user_id } = await trx
        .updateTable('membership')
        .set({ role_name, role_id, ...offices, modified_at: sql`now()` })
        .where('id', '=', id)
        .returning('user_id')
        .executeTakeFirstOrThrow()
      await keepAnAdministrator(trx, organisation_id, before)
      await checkGroupIds(trx, organisation_id, role_name, group_ids ?? null)
      const limit = role_name === 'Staff' ? group_ids : null
      if (limit !== undefined) await setGroupIds(trx, 'membership', { id, organisation_id }, limit)
      await rightsChanged(trx, user_id)
    },
  },
  async remove(trx, viewer, { id, organisation_id }) {
    await checkTaken(trx, viewer, organisation_id, await readHeld(trx, id))
    await endMembership(trx, id)
  },
})

const readHeld = (trx: Trx, id: number) =>
  trx
    .selectFrom('membership')
    .select(['user_id', 'role_name', 'role_id', 'cpd_role', 'billing_role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Whether the viewer may add the user by id: only members of an organisation that they administer. Others are invited,
 * and decide themselves.
 */
async function administersUser(trx: Trx, viewer: Viewer, user_id: number): Promise<boolean> {
  const administered = organisationsOf(viewer, ...managesAll)
  const user = await trx
    .selectFrom('user_account as u')
    .select('u.id')
    .where('u.id', '=', user_id)
    .where('u.deleted_at', 'is', null)
    .$if(!viewer.platform_admin, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('membership as m')
            .whereRef('m.user_id', '=', 'u.id')
            .where('m.organisation_id', 'in', administered)
            .select('m.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return user !== undefined
}

function ofUser(expression: string) {
  return sql`(select ${sql.raw(expression)} from user_account u where u.id = membership.user_id)`
}

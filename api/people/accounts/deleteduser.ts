import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { UserAccount } from '#db/tables/people/user_account.ts'
import { nothing } from '../../crud/access.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { defineFilter, defineResource } from '../../crud/resource.ts'
import { membershipsOfUser, UserMembership } from './roles.ts'
import { organisationOfUser, readsDeletedUsers } from './scope.ts'

const { id, username, email, created_at, modified_at } = UserAccount.columns

/** Accounts that were deleted within a month, and can be restored until they are purged. */
export const deleteduser = defineResource({
  name: 'deleteduser',
  plural: 'deletedusers',
  noun: 'deleted account',
  about: 'List deleted accounts, which `POST user/restore` restores',
  table: 'user_account',
  row: Type.Object({
    id,
    username,
    email,
    display_name: Type.String(),
    memberships: Type.Array(UserMembership),
    deleted: Type.Boolean(),
    deleted_at: Timestamp,
    deleted_by_user_id: Nullable(Id),
    deleted_by: Nullable(Type.String()),
    created_at,
    modified_at,
  }),
  computed: {
    display_name: displayNameOf('user_account'),
    memberships: membershipsOfUser,
    deleted: sql`(user_account.deleted_at is not null)`,
    deleted_by: sql`(select ${displayNameOf('by_user')} from user_account by_user
      where by_user.id = user_account.deleted_by_user_id)`,
  },
  filters: {
    organisation_id: defineFilter(
      Id,
      (organisation_id) => sql<SqlBool>`exists (select from membership m
        where m.user_id = user_account.id and m.organisation_id = ${organisation_id})`,
    ),
  },
  search: ['username', 'email', 'display_name'],
  sort: { id: null, deleted_at: null },
  default_sort: '-deleted_at',
  organisation_id: organisationOfUser,
  reads: readsDeletedUsers,
  writes: () => nothing,
})

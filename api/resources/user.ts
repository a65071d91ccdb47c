import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { RoleName } from '#db/tables/membership.ts'
import { takeAttempt } from '../accounts/attempts.ts'
import { checkEmail, checkNotImpersonating, checkPassword, checkUsername } from '../accounts/checks.ts'
import { deleteUser, keepAPlatformAdmin } from '../accounts/delete_user.ts'
import { displayNameOf } from '../accounts/display_name.ts'
import { administered, columns, profile } from '../accounts/fields.ts'
import { organisationOfUser, readsUsers, writesUsers } from '../accounts/scope.ts'
import { setPassword } from '../accounts/set_password.ts'
import { welcomeUser } from '../accounts/welcome.ts'
import { administeredFor } from '../belonging.ts'
import { checkLocale, checkTimezone } from '../checks.ts'
import { AppError } from '../errors.ts'
import { hashPassword } from '../passwords.ts'
import { defineFilter, defineResource } from '../resource.ts'
import { endSessions } from '../sessions.ts'
import type { Viewer } from '../viewer.ts'

export const user = defineResource({
  name: 'user',
  plural: 'users',
  about: 'People who sign in',
  table: 'user_account',
  row: Type.Object({
    ...columns,
    display_name: Type.String(),
    terms: Type.Boolean(),
    roles: Type.Array(Type.String()),
  }),
  computed: {
    display_name: displayNameOf('user_account'),
    terms: sql`(user_account.terms_agreed_at is not null)`,
    roles: sql`case when user_account.platform_admin then json_build_array('Platform administrator') else '[]'::json end`,
  },
  filters: {
    organisation_id: defineFilter(
      Id,
      (id) => sql<SqlBool>`exists (select from membership m
        where m.user_id = user_account.id and m.organisation_id = ${id})`,
    ),
    active: defineFilter(Type.Boolean(), (active) => sql<SqlBool>`user_account.active = ${active}`),
    confirmed: defineFilter(
      Type.Boolean(),
      (confirmed) => sql<SqlBool>`(user_account.confirmed_at is not null) = ${confirmed}`,
    ),
  },
  search: ['username', 'email', 'display_name', 'firstname', 'lastname'],
  sort: {
    id: null,
    username: null,
    email: null,
    display_name: displayNameOf('user_account'),
    created_at: null,
    current_login_at: null,
  },
  default_sort: 'display_name',
  organisation_id: organisationOfUser,
  reads: readsUsers,
  writes: writesUsers,

  create: {
    body: Type.Object(
      {
        organisation_id: Type.Optional(Nullable(Id)),
        role_name: Type.Optional(RoleName),
        ...profile,
        ...administered,
        username: Type.String({ maxLength: 100 }),
        email: Type.String({ maxLength: 254 }),
      },
      { additionalProperties: false },
    ),
    async run(trx, viewer, { organisation_id, role_name = 'User', password, ...body }) {
      const none = viewer.platform_admin && organisation_id == null
      const member_of = none ? null : administeredFor(viewer, organisation_id ?? undefined)
      checkDetails(body)
      if (password !== undefined) checkPassword(password, undefined)
      const { id, email } = await trx
        .insertInto('user_account')
        .values({
          ...body,
          username: checkUsername(body.username),
          email: checkEmail(body.email),
          password_hash: password === undefined ? null : await hashPassword(password),
          ...(password !== undefined && { confirmed_at: sql<string>`now()` }),
          created_by_user_id: viewer.user_id,
          created_ip: viewer.ip,
        })
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow()
      if (member_of !== null) {
        await trx.insertInto('membership').values({ organisation_id: member_of, user_id: id, role_name }).execute()
      }
      if (password === undefined) {
        await takeAttempt(trx, 'invite', viewer.user_id)
        await takeAttempt(trx, 'mail', email)
        await welcomeUser(trx, id, email)
      }
      return { id }
    },
  },
  update: {
    body: Type.Object({ ...profile, ...administered }, { additionalProperties: false }),
    async run(trx, viewer, { id, organisation_id: _, password, ...changes }) {
      if (id === viewer.user_id) checkOwn({ password, ...changes })
      if (password !== undefined || changes.email !== undefined) checkNotImpersonating(viewer)
      checkDetails(changes)
      if (changes.username !== undefined) changes.username = checkUsername(changes.username)
      if (changes.email !== undefined) changes.email = checkEmail(changes.email)
      await trx
        .updateTable('user_account')
        .set({
          ...changes,
          ...subscription(changes, viewer),
          modified_at: sql`now()`,
          modified_by_user_id: viewer.user_id,
        })
        .where('id', '=', id)
        .execute()
      if (password !== undefined) {
        checkPassword(password, undefined)
        await setPassword(trx, { user_id: id, password_hash: await hashPassword(password) })
      }
      if (changes.active === false) {
        await keepAPlatformAdmin(trx)
        await endSessions(trx, { user_id: id })
      }
    },
  },
  async remove(trx, viewer, { id }) {
    if (id === viewer.user_id) throw new AppError('not_possible', 'Delete your own account with your password.', 'id')
    checkNotImpersonating(viewer)
    await deleteUser(trx, id, viewer.user_id)
  },
})

function checkOwn(changes: Record<string, unknown>): void {
  for (const field of Object.keys(administered)) {
    if (changes[field] === undefined) continue
    throw new AppError('forbidden', `${field}: you cannot set that for yourself in this way.`, field)
  }
}

function checkDetails(details: { timezone?: string; locale?: string }): void {
  checkTimezone(details.timezone)
  checkLocale(details.locale)
}

/** When and from where somebody asked for the newsletter is kept as proof. */
function subscription({ newsletter }: { newsletter?: boolean }, { ip }: Viewer) {
  if (newsletter === undefined) return {}
  return newsletter
    ? { newsletter_subscribed_at: sql<string>`now()`, newsletter_subscribed_ip: ip }
    : { newsletter_subscribed_at: null, newsletter_subscribed_ip: null }
}

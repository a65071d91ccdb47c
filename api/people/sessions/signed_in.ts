import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Notification } from '#db/tables/messaging/notification.ts'
import { featureNames } from '#db/tables/organisations/organisation_config.ts'
import { BillingRole, CpdRole } from '#db/tables/people/membership.ts'
import { Areas } from '#db/tables/people/role.ts'
import { UserConfig } from '#db/tables/people/user_config.ts'
import type { ApiContext } from '../../context.ts'
import { list } from '../../crud/crud.ts'
import { displayName } from '../../crud/names/display_name.ts'
import { admit } from '../../crud/roles/limit.ts'
import { refuseWithoutOthers } from '../../crud/session/hold.ts'
import { signToken } from '../../crud/session/tokens.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { isForTesting } from '../../http/backends.ts'
import { AppError } from '../../http/errors.ts'
import { notification } from '../../messaging/notification.ts'
import { countUnread } from '../../messaging/unread.ts'

export const SignedIn = Type.Object({
  token: Type.String(),
  session_id: Id,
  user: Type.Object({
    id: Id,
    username: Type.String(),
    email: Type.String(),
    /** Whether the address is proved by a mailed link; until then only that link is sent there. */
    email_proved: Type.Boolean(),
    name: Nullable(Type.String()),
    display_name: Type.String(),
    platform_admin: Type.Boolean(),
    /** Whether pages say that they are for testing: the installation's, or those of a developer. */
    testing: Type.Boolean(),
    timezone: Type.String(),
    locale: Type.String(),
    post_login_url: Type.String(),
    post_logout_url: Type.String(),
    totp_enabled: Type.Boolean(),
    second_factor_required: Type.Boolean({ description: 'Whether it must be set up before anything else' }),
    /** The administrator who impersonates the user. */
    impersonator_user_id: Nullable(Id),
    /** The password was set by an administrator: until it is changed, other routes answer 403. */
    password_change_required: Type.Boolean(),
    memberships: Type.Array(
      Type.Object({
        organisation_id: Id,
        organisation_name: Type.String(),
        role_name: Type.String(),
        cpd_role: Nullable(CpdRole),
        billing_role: Nullable(BillingRole),
        role_is_admin: Type.Boolean(),
        limits: Nullable(
          Type.Object({ id: Id, name: Type.String(), areas: Areas }, { description: 'Of the organisation’s role' }),
        ),
        features: Type.Array(Type.String({ enum: featureNames })),
        /** Where the person's files are; null until it is first needed. */
        root_file_id: Nullable(Id),
      }),
    ),
  }),
  settings: Type.Array(UserConfig.row, { description: 'as `GET userconfigs` lists the user’s own' }),
  notifications: Type.Array(Notification.row, { description: 'as `GET notifications/current`' }),
  unread: Type.Integer({ description: 'as `GET messages/unread`' }),
  has_jobs: Type.Boolean({ description: 'Whether there are jobs that run, or have ended within a day' }),
})

/** The answer to a sign-in: a session token, the user, and what their first page shows besides. */
export async function signedIn(app: FastifyInstance, { config, db }: ApiContext, session_id: number) {
  const person = await loadViewer(db, { session_id })
  if (!person) throw new AppError('unauthorized')
  const viewer = admit(person, 'any', 'read')
  refuseWithoutOthers(viewer)
  const { firstname, lastname, totp_enabled_at, email_proved_at, developer, ...user } = await db
    .selectFrom('user_account')
    .select([
      'id',
      'username',
      'email',
      'name',
      'firstname',
      'lastname',
      'platform_admin',
      'developer',
      'timezone',
      'locale',
    ])
    .select(['post_login_url', 'post_logout_url', 'totp_enabled_at', 'email_proved_at'])
    .where('id', '=', viewer.user_id)
    .executeTakeFirstOrThrow()
  const roots = await rootFolders(db, viewer.user_id)
  return {
    token: signToken(app, viewer),
    session_id,
    user: {
      ...user,
      display_name: displayName({ ...user, firstname, lastname }),
      email_proved: email_proved_at !== null,
      totp_enabled: totp_enabled_at !== null,
      testing: developer || isForTesting(config),
      second_factor_required: viewer.lacks_second_factor === true,
      impersonator_user_id: viewer.impersonator_user_id,
      password_change_required: viewer.password_change_required,
      memberships: viewer.memberships.map((m) => ({
        ...m,
        billing_role: m.billing_role ?? null,
        role_is_admin: m.role_name === 'Administrator',
        limits: m.limits ?? null,
        root_file_id: roots.get(m.organisation_id) ?? null,
      })),
    },
    ...(await firstPage(db, viewer)),
  }
}

/** Spares each page three requests. Empty while the server refuses those requests. */
async function firstPage(db: Db, viewer: Viewer) {
  if (viewer.password_change_required || viewer.lacks_second_factor)
    return { settings: [], notifications: [], unread: 0, has_jobs: false }
  const settings = await db.selectFrom('user_config').selectAll().where('user_id', '=', viewer.user_id).execute()
  const { rows } = await list(db, notification, viewer, { current: true, limit: 100 })
  return {
    settings: settings.filter(({ organisation_id }) =>
      viewer.memberships.some((membership) => membership.organisation_id === organisation_id),
    ),
    notifications: rows as Static<typeof Notification.row>[],
    unread: await countUnread(db, viewer.user_id),
    has_jobs: await hasJobs(db, viewer),
  }
}

/** Spares those without jobs the request that lists them. */
async function hasJobs(db: Db, { user_id, memberships }: Viewer): Promise<boolean> {
  if (memberships.length === 0) return false
  const job = await db
    .selectFrom('job')
    .select('id')
    .where(
      'organisation_id',
      'in',
      memberships.map((membership) => membership.organisation_id),
    )
    .where('user_id', '=', user_id)
    .where(sql<SqlBool>`(ended_at is null or ended_at > now() - interval '1 day')`)
    .limit(1)
    .executeTakeFirst()
  return job !== undefined
}

/** The person's root folder in each organisation. */
async function rootFolders(db: Db, user_id: number): Promise<Map<number, number>> {
  const roots = await db
    .selectFrom('file')
    .select(['id', 'organisation_id'])
    .where('owner_user_id', '=', user_id)
    .where('parent_file_id', 'is', null)
    .execute()
  return new Map(roots.map(({ id, organisation_id }) => [organisation_id, id]))
}

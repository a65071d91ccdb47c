import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scope } from '../../crud/access.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { isDue } from '../purge/parts.ts'

/** Read scope: oneself, and members of organisations that one administers; platform administrators read all users. */
export function readsUsers(viewer: Viewer): Scope {
  if (viewer.platform_admin) return scope('all', existing)
  return scope(extentOf(viewer), sql<SqlBool>`(${existing} and (${isViewer(viewer)} or ${isMember(viewer)}))`)
}

export function writesUsers(viewer: Viewer): Scope {
  return scope(extentOf(viewer), sql<SqlBool>`(${isViewer(viewer)} or ${administersUsers(viewer)})`)
}

/**
 * Accounts that the viewer may administer. Administrators of an organisation only administer users without other
 * memberships: setting a password would give access to the other organisations.
 */
export function administersUsers(viewer: Viewer) {
  if (viewer.platform_admin) return existing
  return sql<SqlBool>`(${existing} and ${isAdministered(viewer)})`
}

/**
 * Deleted accounts that the viewer may read and restore, until they are purged. Those whose people have deleted them themselves are for
 * platform administrators: no organisation brings them back.
 */
export function readsDeletedUsers(viewer: Viewer): Scope {
  const deleted = sql<SqlBool>`(user_account.deleted_at is not null and not ${isDue})`
  if (viewer.platform_admin) return scope('all', deleted)
  return scope(
    organisationsOf(viewer, ...managesAll).length > 0 ? 'all' : 'none',
    sql<SqlBool>`(${deleted} and user_account.deleted_by_user_id <> user_account.id and ${isAdministered(viewer)})`,
  )
}

/**
 * Users whose private columns the viewer may read: oneself and administered accounts. Of other members only the columns
 * for organisations are shown. Null: all users.
 */
export function readsPrivate(viewer: Viewer): RawBuilder<SqlBool> | null {
  return viewer.platform_admin ? null : sql<SqlBool>`(${isViewer(viewer)} or ${administersUsers(viewer)})`
}

/**
 * The organisation whose audit log records actions on a user; who may act administers all of the user's organisations.
 */
export const organisationOfUser = sql<number | null>`(
  select min(m.organisation_id) from membership m where m.user_id = user_account.id)`

const isAdministered = (viewer: Viewer) => sql<SqlBool>`(
  not user_account.platform_admin and ${isMember(viewer)} and not exists (select from membership m
    where m.user_id = user_account.id and m.organisation_id <> all(${administered(viewer)})))`

const existing = sql<SqlBool>`user_account.deleted_at is null`
const isViewer = (viewer: Viewer) => sql<SqlBool>`user_account.id = ${viewer.user_id}`
const extentOf = (viewer: Viewer) =>
  viewer.platform_admin || organisationsOf(viewer, ...managesAll).length > 0 ? 'all' : 'own'

const isMember = (viewer: Viewer) => sql<SqlBool>`exists (
  select from membership m where m.user_id = user_account.id and m.organisation_id = any(${administered(viewer)}))`

const administered = (viewer: Viewer) => sql`${`{${organisationsOf(viewer, ...managesAll).join(',')}}`}::bigint[]`

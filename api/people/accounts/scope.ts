import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scope } from '../../crud/access.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'

/** Themselves, and members of the organisations they administer; platform administrators everybody. */
export function readsUsers(viewer: Viewer): Scope {
  if (viewer.platform_admin) return scope('all', existing)
  return scope(extentOf(viewer), sql<SqlBool>`(${existing} and (${isViewer(viewer)} or ${isMember(viewer)}))`)
}

export function writesUsers(viewer: Viewer): Scope {
  return scope(extentOf(viewer), sql<SqlBool>`(${isViewer(viewer)} or ${administersUsers(viewer)})`)
}

/**
 * Whose account the viewer may run. An organisation's administrator may for those who belong to nobody else: with the
 * password of somebody who is a member elsewhere too, they would be in that organisation.
 */
export function administersUsers(viewer: Viewer) {
  if (viewer.platform_admin) return existing
  return sql<SqlBool>`(${existing} and not user_account.platform_admin and ${isMember(viewer)} and not exists (
    select from membership m where m.user_id = user_account.id and m.organisation_id <> all(${administered(viewer)})))`
}

/**
 * Of whom the viewer is told everything: themselves, and whose account they run. Of other members an organisation is told
 * what membership needs. Null: of everybody.
 */
export function tellsAll(viewer: Viewer): RawBuilder<SqlBool> | null {
  return viewer.platform_admin ? null : sql<SqlBool>`(${isViewer(viewer)} or ${administersUsers(viewer)})`
}

/** Where what is done to a user is noted: whoever may do it administers all of theirs. */
export const organisationOfUser = sql<number | null>`(
  select min(m.organisation_id) from membership m where m.user_id = user_account.id)`

const existing = sql<SqlBool>`user_account.deleted_at is null`
const isViewer = (viewer: Viewer) => sql<SqlBool>`user_account.id = ${viewer.user_id}`
const extentOf = (viewer: Viewer) =>
  viewer.platform_admin || organisationsOf(viewer, ...managesAll).length > 0 ? 'all' : 'own'

const isMember = (viewer: Viewer) => sql<SqlBool>`exists (
  select from membership m where m.user_id = user_account.id and m.organisation_id = any(${administered(viewer)}))`

const administered = (viewer: Viewer) => sql`${`{${organisationsOf(viewer, ...managesAll).join(',')}}`}::bigint[]`

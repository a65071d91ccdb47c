import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MembershipRole } from '#db/tables/membership.ts'
import { managesAll, organisationsOf, seesAll, type Viewer } from './viewer.ts'

/** What is added to the WHERE of every statement: a row out of scope does not exist. */
export type Scope = Expression<SqlBool>

/** Reading: what the organisation's Administrators and Staff may see, and what is the viewer's own. */
export const readsOwned = (viewer: Viewer, table: string) => owned(viewer, table, seesAll)

/** Writing: what the organisation's Administrators may change, and what is the viewer's own. */
export const writesOwned = (viewer: Viewer, table: string) => owned(viewer, table, managesAll)

/** Reading what belongs to a tracker: its events and alerts. */
export function readsOfTracker(viewer: Viewer, table: string): Scope {
  if (viewer.platform_admin) return everything
  const organisation_id = sql.ref<number>(`${table}.organisation_id`)
  const own = sql<SqlBool>`exists (select from tracker where tracker.organisation_id = ${organisation_id}
    and tracker.id = ${sql.ref(`${table}.tracker_id`)} and tracker.owner_user_id = ${viewer.user_id}
    and ${isIn(organisation_id, organisationsOf(viewer, 'User', 'Customer'))})`
  return sql<SqlBool>`(${isIn(organisation_id, organisationsOf(viewer, ...seesAll))} or ${own})`
}

export const nothing: Scope = sql<SqlBool>`false`

function owned(viewer: Viewer, table: string, roles: MembershipRole[]): Scope {
  if (viewer.platform_admin) return everything
  const organisation_id = sql.ref<number>(`${table}.organisation_id`)
  const member = viewer.memberships.map((m) => m.organisation_id)
  return sql<SqlBool>`(${isIn(organisation_id, organisationsOf(viewer, ...roles))}
    or (${sql.ref(`${table}.owner_user_id`)} = ${viewer.user_id} and ${isIn(organisation_id, member)}))`
}

const everything: Scope = sql<SqlBool>`true`

function isIn(column: RawBuilder<number> | Expression<number>, ids: number[]): RawBuilder<SqlBool> {
  return ids.length > 0 ? sql<SqlBool>`${column} in (${sql.join(ids)})` : sql<SqlBool>`false`
}

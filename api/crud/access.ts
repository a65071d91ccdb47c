import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { managesAll, organisationsOf, seesAll, seesEverything, type Viewer } from './viewer.ts'

/** Tenant isolation: the access condition in the WHERE of every statement. A row out of scope does not exist. */
export type Scope = Expression<SqlBool> & { extent: Extent }

/** Which of an organisation's rows: all, the viewer's own (and shared ones, where the resource has them), or none. */
export type Extent = 'all' | 'own' | 'none'

/** Read scope: all rows for the organisation's Administrators and Staff, own rows for others. */
export const readsOwned = (viewer: Viewer, table: string, owner = 'owner_user_id') =>
  owned(viewer, table, owner, organisationsOf(viewer, ...seesAll))

/** Write scope: all rows for the organisation's Administrators, own rows for others. */
export const writesOwned = (viewer: Viewer, table: string, owner = 'owner_user_id') =>
  owned(viewer, table, owner, organisationsOf(viewer, ...managesAll))

/**
 * Read scope of own rows and of rows without an owner, which belong to the whole organisation; of others' rows for those
 * who see everything there.
 */
export function readsShared(viewer: Viewer, table: string): Scope {
  const own = owned(viewer, table, 'owner_user_id', fullySeen(viewer))
  const shared = sql`${sql.ref(`${table}.owner_user_id`)} is null and ${ofMember(viewer, `${table}.organisation_id`)}`
  return scope(own.extent, sql<SqlBool>`(${own} or (${shared}))`)
}

/** The organisations of which the viewer sees everything. */
export const fullySeen = ({ memberships }: Viewer): number[] =>
  memberships.filter(seesEverything).map(({ organisation_id }) => organisation_id)

/** All rows of organisations that the viewer is a member of. `column` holds the organisation. */
export function ofMember(viewer: Viewer, column: string): Scope {
  if (viewer.platform_admin) return everything
  const member = viewer.memberships.map((m) => m.organisation_id)
  return scope(member.length > 0 ? 'all' : 'none', isIn(sql.ref<number>(column), member))
}

/** All rows of organisations that the viewer administers. `column` holds the organisation. */
export const ofAdministrator = (viewer: Viewer, column: string) => ofRoles(viewer, column, managesAll)

/** All rows of organisations in which the viewer has one of the roles. `column` holds the organisation. */
export function ofRoles(viewer: Viewer, column: string, roles: MembershipRole[]): Scope {
  if (viewer.platform_admin) return everything
  const organisations = organisationsOf(viewer, ...roles)
  return scope(organisations.length > 0 ? 'all' : 'none', isIn(sql.ref<number>(column), organisations))
}

/** Makes a scope of a condition and the widest extent it can have. */
export function scope(extent: Extent, condition: Expression<SqlBool>): Scope {
  return Object.assign(sql<SqlBool>`${condition}`, { extent })
}

export const nothing = scope('none', sql<SqlBool>`false`)
export const everything = scope('all', sql<SqlBool>`true`)

/** @param all organisations of which they have all rows */
function owned(viewer: Viewer, table: string, owner: string, all: number[]): Scope {
  if (viewer.platform_admin) return everything
  const organisation_id = sql.ref<number>(`${table}.organisation_id`)
  const member = viewer.memberships.map((m) => m.organisation_id)
  const others = member.filter((id) => !all.includes(id))
  const own = sql<SqlBool>`(${sql.ref(`${table}.${owner}`)} = ${viewer.user_id} and ${isIn(organisation_id, others)})`
  return scope(extentOf(viewer, all), anyOf(all.length > 0 && isIn(organisation_id, all), others.length > 0 && own))
}

/** Of a scope in which the viewer has all rows of these organisations. */
export function extentOf(viewer: Viewer, all: number[]): Extent {
  if (all.length > 0) return 'all'
  return viewer.memberships.length > 0 ? 'own' : 'none'
}

/** Omits empty branches: an OR prevents an ordered index scan. */
export function anyOf(all: RawBuilder<SqlBool> | false, own: RawBuilder<SqlBool> | false): RawBuilder<SqlBool> {
  if (all && own) return sql<SqlBool>`(${all} or ${own})`
  return all || own || sql<SqlBool>`false`
}

export function isIn(column: RawBuilder<number> | Expression<number>, ids: number[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql<SqlBool>`false`
  return ids.length === 1 ? sql<SqlBool>`${column} = ${ids[0]}` : sql<SqlBool>`${column} in (${sql.join(ids)})`
}

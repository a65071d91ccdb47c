import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListQuery } from './list_query.ts'
import { seesAll, type Viewer } from './viewer.ts'

/**
 * Reads a list key by key, each by its own index, and merges what it finds. An index over all organisations would
 * lead one that has been silent for a while through everybody else's newer rows, and there is none.
 */
export type Spread = {
  /** What there is a part of the list for, as an item of FROM. */
  over: RawBuilder<unknown>
  /** Which rows are in the part. */
  where: RawBuilder<SqlBool>
}

/** Over organisations, unless the list is of one anyway. */
export function overOrganisations(viewer: Viewer, table: string, query: ListQuery): Spread | null {
  if (query.organisation_id !== undefined || query.tracker_id !== undefined) return null
  const where = sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = part.id`
  if (viewer.platform_admin) return { over: sql`organisation part`, where }
  const ids = viewer.memberships.map(({ organisation_id }) => organisation_id)
  if (ids.length < 2) return null
  return { over: sql`unnest(array[${sql.join(ids)}]::bigint[]) as part (id)`, where }
}

/** Over the viewer's own trackers; null where they see those of others too, or ask for one. */
export function overOwnTrackers(viewer: Viewer, table: string, query: ListQuery): Spread | null {
  if (query.tracker_id !== undefined || !seesOwnOnly(viewer)) return null
  return {
    over: sql`(select t.organisation_id, t.id from tracker t where t.owner_user_id = ${viewer.user_id}) as part`,
    where: sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = part.organisation_id
      and ${sql.ref(`${table}.tracker_id`)} = part.id`,
  }
}

export const seesOwnOnly = ({ platform_admin, memberships }: Viewer) =>
  !platform_admin && !memberships.some(({ role_name }) => seesAll.includes(role_name))

/** For a row that is named by its id alone: the key begins with the organisation. */
export const inAnyOrganisation = (table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = any(array(select o.id from organisation o))`

/** What is of one tracker. The organisation is named too, since the indexes begin with it. */
export const isOfTracker = (table: string, tracker_id: number) =>
  sql<SqlBool>`${sql.ref(`${table}.tracker_id`)} = ${tracker_id}
    and ${sql.ref(`${table}.organisation_id`)} = (select t.organisation_id from tracker t where t.id = ${tracker_id})`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListQuery } from '../../crud/list_query.ts'
import type { Spread } from '../../crud/spread.ts'
import { seesEverything, type Viewer } from '../../crud/viewer.ts'
import { readsTracker } from './scopes.ts'

/** One part for each organisation; null if the list is of one organisation or tracker. */
export function overOrganisations(viewer: Viewer, table: string, query: ListQuery): Spread | null {
  if (query.organisation_id !== undefined || query.tracker_id !== undefined) return null
  const where = sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = part.id`
  if (viewer.platform_admin) return { over: sql`organisation part`, where }
  const ids = viewer.memberships.map(({ organisation_id }) => organisation_id)
  if (ids.length < 2) return null
  return { over: sql`unnest(array[${sql.join(ids)}]::bigint[]) as part (id)`, where }
}

/** One part for each tracker of a viewer who sees some; null if they see all of an organisation, or the list is of one. */
export function overSomeTrackers(viewer: Viewer, table: string, query: ListQuery): Spread | null {
  if (query.tracker_id !== undefined || !seesSomeOnly(viewer)) return null
  return {
    over: sql`(select t.organisation_id, t.id from tracker t where ${readsTracker(viewer, 't')}) as part`,
    where: sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = part.organisation_id
      and ${sql.ref(`${table}.tracker_id`)} = part.id`,
  }
}

/**
 * One part for each tracker of the viewer's organisations that has ever reported or been connected; null if the list is
 * of one.
 */
export function overTrackers(viewer: Viewer, table: string, query: ListQuery): Spread | null {
  if (query.tracker_id !== undefined) return null
  const of_organisation = sql<SqlBool>`t.organisation_id = any(array(select o.id from ${organisationsOver(viewer, query)} as o))`
  return {
    over: sql`(select t.organisation_id, t.id from tracker t
        left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
        left join tracker_presence p on p.organisation_id = t.organisation_id and p.tracker_id = t.id
      where ${of_organisation} and (s.event_id is not null or p.tracker_id is not null)) as part`,
    where: sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = part.organisation_id
      and ${sql.ref(`${table}.tracker_id`)} = part.id`,
  }
}

/** The organisations of a list, as an item of FROM with the column `id`. Access is another condition. */
export function organisationsOver(viewer: Viewer, { organisation_id, tracker_id }: ListQuery): RawBuilder<unknown> {
  if (organisation_id !== undefined) return sql`(select ${organisation_id}::bigint as id)`
  if (tracker_id !== undefined) return sql`(select t.organisation_id as id from tracker t where t.id = ${tracker_id})`
  if (viewer.platform_admin) return sql`(select organisation.id from organisation)`
  const ids = viewer.memberships.map((membership) => membership.organisation_id)
  return sql`(select unnest(array[${sql.join(ids)}]::bigint[]) as id)`
}

export const seesSomeOnly = ({ platform_admin, memberships }: Viewer) =>
  !platform_admin && !memberships.some(seesEverything)

/** Rows of one tracker. The organisation is included, since the indexes begin with it. */
export const isOfTracker = (table: string, tracker_id: number) =>
  sql<SqlBool>`${sql.ref(`${table}.tracker_id`)} = ${tracker_id}
    and ${sql.ref(`${table}.organisation_id`)} = (select t.organisation_id from tracker t where t.id = ${tracker_id})`

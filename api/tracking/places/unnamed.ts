import { type SqlBool, sql } from 'kysely'
import { readsShared } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'

/**
 * Whether a stop began outside of all active boundaries that the viewer sees.
 * A subquery with a limit is looked up by index for each stop: NOT EXISTS became a join of all stops with all boundaries,
 * which took 17 s of 70 000 stops and 1000 boundaries instead of 3.
 *
 * @param s the alias of the segment
 */
export const isUnnamed = (viewer: Viewer, s: string) => sql<SqlBool>`(
  select true from boundary_part p where p.organisation_id = ${sql.ref(`${s}.organisation_id`)}
    and p.reach && ${sql.ref(`${s}.begin_position`)} and st_covers(p.geometry, ${sql.ref(`${s}.begin_position`)})
    and ${readsShared(viewer, 'p')} limit 1) is null`

import { type SqlBool, sql } from 'kysely'
import { readsShared } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'

/**
 * Whether a stop began outside of all active boundaries that the viewer sees.
 *
 * @param s the alias of the segment
 */
export const isUnnamed = (viewer: Viewer, s: string) => sql<SqlBool>`not exists (
  select from boundary_part p where p.organisation_id = ${sql.ref(`${s}.organisation_id`)}
    and p.reach && ${sql.ref(`${s}.begin_position`)} and st_covers(p.geometry, ${sql.ref(`${s}.begin_position`)})
    and ${readsShared(viewer, 'p')})`

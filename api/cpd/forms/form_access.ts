import { type SqlBool, sql } from 'kysely'
import { type Scope, scope } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsPersonal, withCpd } from '../access.ts'

const submitted = sql<SqlBool>`devform.state <> 'draft'`

/** As personal records, and drafts by their writers; the person sees what others have written once it is submitted. */
export function readsForms(viewer: Viewer): Scope {
  const theirs = readsPersonal(viewer, 'devform', { submitted })
  const ids = withCpd(viewer).memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return theirs
  const written = sql`(devform.filled_by_user_id = ${viewer.user_id} and devform.organisation_id in (${sql.join(ids)}))`
  const open = sql`(${submitted} or devform.filled_by_user_id is not distinct from devform.user_id)`
  return scope(theirs.extent, sql<SqlBool>`((${theirs} and ${open}) or ${written})`)
}

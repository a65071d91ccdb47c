import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { defaultFeatures } from '#db/tables/organisations/organisation_config.ts'
import { ofMember, type Scope, scope, writesOwned } from '../crud/access.ts'
import { organisationFor } from '../crud/belonging.ts'
import { featureOff, withFeature } from '../crud/features.ts'
import type { Viewer } from '../crud/viewer.ts'
import { readsEvidence } from './evidence_access.ts'

/**
 * Read scope: one's own files and the organisation's; administrators read everybody's. Evidence is read by those who
 * read what it is evidence of: the right to a private record overrides every role.
 */
export function readsFiles(viewer: Viewer): Scope {
  const able = withFiles(viewer)
  const own = writesOwned(able, 'file')
  const shared = sql`file.owner_user_id is null and ${ofMember(able, 'file.organisation_id')}`
  return scope(own.extent, sql<SqlBool>`((${own} or (${shared})) and ${readsEvidence(viewer)} and ${isShown})`)
}

/**
 * What a job makes is seen once the job is done: all of it by the one statement that ends the job. A large folder that is
 * being deleted for good is not seen any more.
 */
const isShown = sql<SqlBool>`(coalesce((select job.state from job where job.id = file.job_id), 'done') = 'done'
  and not (file.unsettled and file.deleted_at is not null and file.trash_file_id is null))`

/** Write scope: one's own files; administrators write everybody's and the organisation's. Evidence as it is read. */
export function writesFiles(viewer: Viewer): Scope {
  const own = writesOwned(withFiles(viewer), 'file')
  return scope(own.extent, sql<SqlBool>`(${own} and ${readsEvidence(viewer)})`)
}

/**
 * The organisation of a request.
 *
 * @throws {AppError} not_found for a foreign one, not_implemented where files are switched off
 */
export async function filesOrganisation(db: Db, viewer: Viewer, organisation_id?: number): Promise<number> {
  const first = withFiles(viewer).memberships[0]?.organisation_id
  const id = organisationFor(viewer, organisation_id ?? first)
  const config = await db
    .selectFrom('organisation_config')
    .select('features')
    .where('organisation_id', '=', id)
    .executeTakeFirst()
  if (!(config?.features ?? defaultFeatures).includes('files')) throw featureOff('files')
  return id
}

/** The viewer, as a member of the organisations that have files. */
export const withFiles = (viewer: Viewer): Viewer => withFeature(viewer, 'files')

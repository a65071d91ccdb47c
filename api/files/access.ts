import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { defaultFeatures } from '#db/tables/organisations/organisation_config.ts'
import { ofMember, type Scope, scope, writesOwned } from '../crud/access.ts'
import { organisationFor } from '../crud/belonging.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'

/** Read scope: one's own files and the organisation's; administrators read everybody's. */
export function readsFiles(viewer: Viewer): Scope {
  const able = withFiles(viewer)
  const own = writesOwned(able, 'file')
  const shared = sql`file.owner_user_id is null and ${ofMember(able, 'file.organisation_id')}`
  return scope(own.extent, sql<SqlBool>`(${own} or (${shared}))`)
}

/** Write scope: one's own files; administrators write everybody's and the organisation's. */
export const writesFiles = (viewer: Viewer): Scope => writesOwned(withFiles(viewer), 'file')

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
  if (!(config?.features ?? defaultFeatures).includes('files')) throw switchedOff()
  return id
}

/** @throws {AppError} not_implemented where files are switched off in all organisations of the viewer */
export function checkFeature(viewer: Viewer): void {
  const { platform_admin, memberships } = viewer
  if (!platform_admin && memberships.length > 0 && withFiles(viewer).memberships.length === 0) throw switchedOff()
}

/** The viewer, as a member of the organisations that have files. */
export function withFiles(viewer: Viewer): Viewer {
  return { ...viewer, memberships: viewer.memberships.filter(({ features }) => features.includes('files')) }
}

const switchedOff = () => new AppError('not_implemented', 'Files are switched off for this organisation.')

import { type SqlBool, sql } from 'kysely'
import { ofAdministrator, ofMember, type Scope, scope } from '../../crud/access.ts'
import { administeredFor, organisationFor } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { Backend } from '../../http/backends.ts'
import { AppError } from '../../http/errors.ts'

/** Who reads and who writes pages and FAQs, which belong to an organisation or, without one, to the installation. */

/**
 * Read scope: everything for administrators of its organisation; published rows of their organisations and of the
 * installation for others.
 *
 * @param published the condition of a published row
 */
export function readsPublished(viewer: Viewer, table: ContentTable, published: string): Scope {
  const organisation_id = `${table}.organisation_id`
  const administered = ofAdministrator(viewer, organisation_id)
  if (viewer.platform_admin) return administered
  const is_published = sql<SqlBool>`(${sql.raw(published)} and
    (${sql.ref(organisation_id)} is null or ${ofMember(viewer, organisation_id)}))`
  const extent = administered.extent === 'all' ? 'all' : 'own'
  return scope(extent, sql<SqlBool>`(${administered} or ${is_published})`)
}

/** Write scope: administrators of the organisation; the installation's are the platform administrators'. */
export const writesContent = (viewer: Viewer, table: ContentTable) =>
  ofAdministrator(viewer, `${table}.organisation_id`)

/** The organisation of a new row; null is the installation. */
export function contentOrganisationFor(viewer: Viewer, requested_id: number | null | undefined): number | null {
  if (requested_id !== null) return administeredFor(viewer, requested_id)
  if (!viewer.platform_admin)
    throw new AppError('forbidden', 'Only a platform administrator writes for the whole installation.')
  return null
}

/**
 * The organisation whose content a request reads, before the installation's: one of the viewer's, the first if none is
 * named. Guests read that of the organisation that this installation's own backend names, and no other.
 *
 * @returns null for the installation's alone
 * @throws {AppError} not_found for an organisation that the viewer is not a member of
 */
export function organisationOfReader(viewer: Viewer | null, requested_id: number | undefined, site: SiteOf) {
  if (viewer) {
    if (requested_id === undefined && viewer.memberships.length === 0) return null
    return organisationFor(viewer, requested_id)
  }
  const own_id = organisationOfSite(site)
  if (requested_id !== undefined && requested_id !== own_id) {
    throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
  }
  return own_id
}

/** The organisation that this site is for, by its entry among the backends. Other entries name ids of other databases. */
function organisationOfSite({ backends, public_url }: SiteOf): number | null {
  const { origin } = new URL(public_url)
  const own = backends.find(({ baseURL, enable }) => enable !== false && new URL(baseURL).origin === origin)
  return own?.organisation_id ?? null
}

/** The languages to look for, the best first: the reader's, without its region, and English. In lower case. */
export function languagesFor(locale = 'en'): string[] {
  const exact = locale.toLowerCase()
  return [...new Set([exact, exact.split('-')[0]!, 'en'])]
}

/** The condition for rows of an organisation, if there is one, and of the installation. */
export function isOfEither(column: string, organisation_id: number | null) {
  const ref = sql.ref(column)
  return organisation_id === null
    ? sql<SqlBool>`${ref} is null`
    : sql<SqlBool>`(${ref} = ${organisation_id} or ${ref} is null)`
}

export type ContentTable = 'page_content' | 'faq'
type SiteOf = { backends: Backend[]; public_url: string }

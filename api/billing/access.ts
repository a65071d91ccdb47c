import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { defaultFeatures } from '#db/tables/organisations/organisation_config.ts'
import { ofAdministrator, type Scope, writesOwned } from '../crud/access.ts'
import { administers, organisationFor } from '../crud/belonging.ts'
import { featureOff, withFeature } from '../crud/features.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'

/** The viewer, as a member of the organisations that have billing. */
export const withBilling = (viewer: Viewer) => withFeature(viewer, 'billing')

/** Books are for administrators; a platform administrator has those of every organisation. */
export const ofBooks = (viewer: Viewer, table: string): Scope =>
  ofAdministrator(withBilling(viewer), `${table}.organisation_id`)

/** What concerns a person: their own rows for members (Staff too), all of the organisation for administrators. */
export const ofPersonOrBooks = (viewer: Viewer, table: string): Scope =>
  writesOwned(withBilling(viewer), table, 'user_id')

/** @throws {AppError} not_implemented where billing is off in the organisation */
export async function checkBilling(db: Db, organisation_id: number): Promise<void> {
  const config = await db
    .selectFrom('organisation_config')
    .select('features')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!(config?.features ?? defaultFeatures).includes('billing')) throw featureOff('billing')
}

/**
 * The organisation of a request: the one it names, else the viewer's first with billing.
 *
 * @throws {AppError} not_found for a foreign one, not_implemented where billing is off
 */
export async function billingOrganisation(db: Db, viewer: Viewer, organisation_id?: number): Promise<number> {
  const id = organisationFor(viewer, organisation_id ?? withBilling(viewer).memberships[0]?.organisation_id)
  await checkBilling(db, id)
  return id
}

/**
 * Same, for what only an administrator may do.
 *
 * @throws {AppError} forbidden for other members
 */
export async function billingAdministered(db: Db, viewer: Viewer, organisation_id?: number): Promise<number> {
  const id = await billingOrganisation(db, viewer, organisation_id)
  checkAdministrator(viewer, id)
  return id
}

/** @throws {AppError} forbidden */
export function checkAdministrator(viewer: Viewer, organisation_id: number): void {
  if (administers(viewer, organisation_id)) return
  throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
}

/** Today in the organisation's timezone, as `2026-12-31`. */
export async function todayOf(db: Db, organisation_id: number): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone o.timezone)::date as today from organisation o where o.id = ${organisation_id}`.execute(
    db,
  )
  return rows[0]!.today
}

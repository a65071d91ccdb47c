import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { defaultFeatures } from '#db/tables/organisations/organisation_config.ts'
import type { CpdRole } from '#db/tables/people/membership.ts'
import { nothing, ofAdministrator, ofMember, type Scope, scope } from '../crud/access.ts'
import { organisationFor } from '../crud/belonging.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { managesAll, organisationsOf, type Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { belongsToRotation } from './rotation_rights.ts'

/** Relationships that let a person read what a trainee has submitted, and those that let them agree and verify. */
const readers = ['supervisor', 'alternate', 'educator', 'provider']
const approvers = ['supervisor', 'alternate']

/**
 * The viewer, as a member of the organisations that have CPD. A CPD officer has the rights of an Administrator there, in
 * CPD and nowhere else.
 */
export function withCpd(viewer: Viewer): Viewer {
  const able = viewer.memberships.filter(({ features }) => features.includes('cpd'))
  const memberships = able.map((m) => (m.cpd_role === 'officer' ? { ...m, role_name: 'Administrator' as const } : m))
  return { ...viewer, memberships }
}

/** The organisations in which the viewer has this role in CPD. */
export const organisationsAs = (viewer: Viewer, role: CpdRole): number[] =>
  withCpd(viewer)
    .memberships.filter(({ cpd_role }) => cpd_role === role)
    .map((m) => m.organisation_id)

/**
 * The organisation of a request: the one it names, else the viewer's first with CPD.
 *
 * @throws {AppError} not_found for a foreign one, not_implemented where CPD is off
 */
export async function cpdOrganisation(db: Db, viewer: Viewer, organisation_id?: number): Promise<number> {
  const id = organisationFor(viewer, organisation_id ?? withCpd(viewer).memberships[0]?.organisation_id)
  const config = await db
    .selectFrom('organisation_config')
    .select('features')
    .where('organisation_id', '=', id)
    .executeTakeFirst()
  if (!(config?.features ?? defaultFeatures).includes('cpd')) throw switchedOff()
  return id
}

/**
 * Same, for what only an administrator or a CPD officer may do.
 *
 * @throws {AppError} forbidden for other members
 */
export async function cpdAdministered(db: Db, viewer: Viewer, organisation_id?: number): Promise<number> {
  const id = await cpdOrganisation(db, viewer, organisation_id)
  if (!viewer.platform_admin && !organisationsOf(withCpd(viewer), ...managesAll).includes(id)) {
    throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
  }
  return id
}

/** @throws {AppError} not_implemented where CPD is off in all organisations of the viewer, or in the one of the request */
export function checkFeature(viewer: Viewer, request: { organisation_id?: unknown }): void {
  const { platform_admin, memberships } = viewer
  const able = withCpd(viewer).memberships
  if (!platform_admin && memberships.length > 0 && able.length === 0) throw switchedOff()
  const named = Number(request.organisation_id)
  const isOff = memberships.some((m) => m.organisation_id === named) && !able.some((m) => m.organisation_id === named)
  if (isOff) throw switchedOff()
}

const switchedOff = () =>
  new AppError('not_implemented', 'Continuing professional development (cpd) is switched off for this organisation.')

/** Definitions, such as categories: members read those of their organisations with CPD. */
export const readsDefinitions = (viewer: Viewer, table: string): Scope =>
  withFeature(viewer, table, ofMember(withCpd(viewer), `${table}.organisation_id`))
export const writesDefinitions = (viewer: Viewer, table: string): Scope =>
  withFeature(viewer, table, ofAdministrator(withCpd(viewer), `${table}.organisation_id`))

/** A platform administrator is no member, so that the feature of the organisation is checked here. */
function withFeature({ platform_admin }: Viewer, table: string, of: Scope): Scope {
  if (!platform_admin) return of
  // Not `exists`, which the planner may turn into a scan of the settings of all organisations.
  return scope(
    of.extent,
    sql<SqlBool>`(${of} and coalesce((select 'cpd' = any(f.features) from organisation_config f
      where f.organisation_id = ${sql.ref(`${table}.organisation_id`)}), false))`,
  )
}

/**
 * Read scope of a person's records: all for the owner and the organisation's administrators and CPD officers; what was
 * submitted and is not private for current supervisors, and for auditors while the person is audited. Staff, other
 * members and platform administrators read nothing: the right of a platform administrator does not open records.
 *
 * @param shown.submitted a condition on the row: supervisors read it from then on
 * @param shown.private_ whether it is a private reflection
 */
export function readsPersonal(viewer: Viewer, table: string, { submitted, private_ }: Shown = {}): Scope {
  const able = withCpd(viewer)
  const ids = able.memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return nothing
  const organisation = sql.ref(`${table}.organisation_id`)
  const own = sql<SqlBool>`${sql.ref(`${table}.user_id`)} = ${viewer.user_id}`
  const administered = organisationsOf(able, ...managesAll)
  const all =
    administered.length > 0 ? sql<SqlBool>`${organisation} in (${sql.join(administered)})` : sql<SqlBool>`false`
  const supervised = sql<SqlBool>`(${submitted ?? sql<SqlBool>`true`}
    and ${relates(viewer, table, readers, private_)})`
  const audited = auditedBy(viewer, table, { submitted, private_ })
  return scope(
    administered.length > 0 ? 'all' : 'own',
    sql<SqlBool>`(${organisation} in (${sql.join(ids)}) and (${own} or ${all} or ${supervised} or ${audited}))`,
  )
}

/** Whether the row's person is audited at present, and the viewer audits: until some weeks after the decision. */
function auditedBy(viewer: Viewer, table: string, { submitted, private_ }: Shown): RawBuilder<SqlBool> {
  const audits = organisationsAs(viewer, 'auditor')
  if (audits.length === 0) return sql<SqlBool>`false`
  const organisation = sql.ref(`${table}.organisation_id`)
  return sql<SqlBool>`(${organisation} in (${sql.join(audits)}) and ${submitted ?? sql<SqlBool>`true`}
    and ${private_ ? sql<SqlBool>`not ${private_}` : sql<SqlBool>`true`}
    and exists (select from cpd_audit a where a.user_id = ${sql.ref(`${table}.user_id`)}
      and a.organisation_id = ${organisation} and ${isUnderWay(sql.ref('a.decided_at'))}))`
}

/** An audit is read by auditors until its appeal is over. */
export const isUnderWay = (decided_at: ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`coalesce(${decided_at} > now() - interval '60 days', true)`

/** Write scope: one's own records; private ones only in a session that shows their texts. */
export function writesPersonal(viewer: Viewer, table: string, { private_ }: Shown = {}): Scope {
  const ids = withCpd(viewer).memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return nothing
  const own = sql<SqlBool>`${sql.ref(`${table}.user_id`)} = ${viewer.user_id}
    and ${sql.ref(`${table}.organisation_id`)} in (${sql.join(ids)})`
  const open = !viewer.opens_private && private_ ? sql<SqlBool>`not ${private_}` : sql<SqlBool>`true`
  return scope('own', sql<SqlBool>`(${own} and ${open})`)
}

/** Whether the texts of a row in the read scope are shown: a private one's to its owner, and to whom they allow it. */
export function showsTexts(viewer: Viewer, table: string, private_: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const own = viewer.opens_private
    ? sql<SqlBool>`${sql.ref(`${table}.user_id`)} = ${viewer.user_id}`
    : sql<SqlBool>`false`
  return sql<SqlBool>`(not ${private_} or ${own} or ${relates(viewer, table, readers, private_)})`
}

/** Whether the viewer may agree, verify and approve for the row's person. */
export function approves(viewer: Viewer, table: string): RawBuilder<SqlBool> {
  return approvedBy(sql`${viewer.user_id}`, table)
}

/** Whether this person may. @param person a user id */
export function approvedBy(person: RawBuilder<unknown>, table: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${relatesTo(person, table, sql<SqlBool>`r.kind in (${sql.join(approvers)})`)})`
}

/**
 * Whether the viewer relates to the row's person by one of the kinds. Where the row is private, only if the person has
 * opened it to them.
 */
function relates(viewer: Viewer, table: string, kinds: string[], private_?: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  // A trainee has opened it to the person only, not to those who act as them.
  const opened = viewer.opens_private ? sql<SqlBool>`r.may_read_private` : sql<SqlBool>`false`
  const shown = private_ ? sql<SqlBool>`(not ${private_} or ${opened})` : sql<SqlBool>`true`
  const condition = sql<SqlBool>`r.kind in (${sql.join(kinds)}) and ${shown}`
  return relatesTo(sql`${viewer.user_id}`, table, condition)
}

/**
 * Whether a person has a current accepted relationship with the row's person, in its organisation, or one for a
 * rotation that the row belongs to. An ended one gives nothing from that second on.
 *
 * @param condition on the relationship `r`
 */
function relatesTo(person: RawBuilder<unknown>, table: string, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const today = todayIn(sql.ref('r.organisation_id'))
  return sql<SqlBool>`exists (select from userrelationship r
    where r.user_id = ${sql.ref(`${table}.user_id`)} and r.other_user_id = ${person}
      and r.organisation_id = ${sql.ref(`${table}.organisation_id`)} and r.state = 'accepted'
      and case when r.cpd_rotation_id is null
        then coalesce(r.begins <= ${today}, true) and coalesce(r.ends >= ${today}, true)
        else ${belongsToRotation(table, today)} end
      and ${condition})`
}

/** The date in the timezone of an organisation. */
export const todayIn = (organisation_id: RawBuilder<unknown> | ReturnType<typeof sql.ref>) =>
  sql<string>`(select (now() at time zone o.timezone)::date from organisation o where o.id = ${organisation_id})`

export async function todayOf(db: Db, organisation_id: number): Promise<string> {
  const { rows } = await sql<{ today: string }>`select ${todayIn(sql`${organisation_id}`)} as today`.execute(db)
  return rows[0]!.today
}

/**
 * Private texts and health numbers are written only where they are shown.
 *
 * @throws {AppError} forbidden
 */
export function checkOpensPrivate(viewer: Viewer, field: string): void {
  if (viewer.opens_private) return
  checkNotImpersonating(viewer)
  throw new AppError('forbidden', `${field}: ${NOT_OPEN}`, field)
}

const NOT_OPEN =
  'private texts and health numbers are open after a sign-in with a password that you have set by a mailed link. ' +
  'Please sign out and use "Forgotten password".'

type Shown = { submitted?: RawBuilder<SqlBool>; private_?: RawBuilder<SqlBool> }

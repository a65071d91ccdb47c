import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { nothing, type Scope, scope } from '../crud/access.ts'
import { managesAll, organisationsOf, type Viewer } from '../crud/viewer.ts'
import { approves, isUnderWay, organisationsAs, readsPersonal, showsTexts, withCpd } from './access.ts'
import type { EvidenceOf } from './evidence.ts'
import { supervisorsOfCase } from './rotation_rights.ts'

const privateActivity = sql<SqlBool>`devactivity.private`
const recorded = sql<SqlBool>`devactivity.state <> 'draft'`
const submitted = sql<SqlBool>`procedure.state <> 'draft'`
const submittedForm = sql<SqlBool>`devform.state <> 'draft'`

export const readsActivities = (viewer: Viewer): Scope =>
  readsPersonal(viewer, 'devactivity', { submitted: recorded, private_: privateActivity })
export const readsProcedures = (viewer: Viewer): Scope => readsPersonal(viewer, 'procedure', { submitted })

/** Once it is made; and by the supervisor who is asked for it. */
export const readsAssessments = (viewer: Viewer): Scope =>
  readsPersonal(viewer, 'cpd_assessment', {
    submitted: sql<SqlBool>`(cpd_assessment.assessed_at is not null
      or coalesce(cpd_assessment.assessor_user_id = ${viewer.user_id}, false))`,
  })

/** As personal records, and drafts by their writers; the person sees what others have written once it is submitted. */
export function readsForms(viewer: Viewer): Scope {
  const theirs = readsPersonal(viewer, 'devform', { submitted: submittedForm })
  const ids = withCpd(viewer).memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return theirs
  const written = sql`(devform.filled_by_user_id = ${viewer.user_id} and devform.organisation_id in (${sql.join(ids)}))`
  const open = sql`(${submittedForm} or devform.filled_by_user_id is not distinct from devform.user_id)`
  return scope(theirs.extent, sql<SqlBool>`((${theirs} and ${open}) or ${written})`)
}

/** Audits that the viewer may read: their own, those of members as an administrator, and as an auditor those under way. */
export function readsAudits(viewer: Viewer): Scope {
  const theirs = readsOwnOrAdministered(viewer, 'cpd_audit')
  const audits = organisationsAs(viewer, 'auditor')
  if (audits.length === 0) return theirs
  const audited = sql<SqlBool>`(cpd_audit.organisation_id in (${sql.join(audits)})
    and ${isUnderWay(sql.ref('cpd_audit.decided_at'))})`
  return scope('all', sql<SqlBool>`(${theirs} or ${audited})`)
}

/** One's own rows, and for administrators those of members; supervisors read none. */
export function readsOwnOrAdministered(viewer: Viewer, table: string): Scope {
  const able = withCpd(viewer)
  const ids = able.memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return nothing
  const organisation = sql.ref(`${table}.organisation_id`)
  const administered = organisationsOf(able, ...managesAll)
  const all =
    administered.length > 0 ? sql<SqlBool>`${organisation} in (${sql.join(administered)})` : sql<SqlBool>`false`
  const own = sql<SqlBool>`(${sql.ref(`${table}.user_id`)} = ${viewer.user_id} and ${organisation} in (${sql.join(ids)}))`
  return scope(administered.length > 0 ? 'all' : 'own', sql<SqlBool>`(${own} or ${all})`)
}

/**
 * Why there is a waiver, such as an illness, and all that is written and proved about it: read by the person and by the
 * administrators, neither by one who acts as them.
 */
export function readsReasons(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.impersonator_user_id !== null) return sql<SqlBool>`false`
  return sql<SqlBool>`${readsOwnOrAdministered(viewer, 'devwaiver')}`
}

/** Who reads the evidence of a row: those who read the row with its texts, and of a case with its health number. */
export const evidence: Record<EvidenceEntity, (viewer: Viewer) => RawBuilder<SqlBool>> = {
  devactivity: (viewer) =>
    sql<SqlBool>`(${readsActivities(viewer)} and ${showsTexts(viewer, 'devactivity', privateActivity)})`,
  procedure: (viewer) => sql<SqlBool>`(${readsProcedures(viewer)} 
      and (procedure.nhi_sealed is null or ${readsNhi(viewer)}))`,
  devqualification: (viewer) => sql<SqlBool>`${readsPersonal(viewer, 'devqualification')}`,
  devform: (viewer) => sql<SqlBool>`${readsForms(viewer)}`,
  devwaiver: (viewer) => readsReasons(viewer),
  cpd_assessment: (viewer) => sql<SqlBool>`${readsAssessments(viewer)}`,
  cpd_audit: (viewer) => sql<SqlBool>`${readsAudits(viewer)}`,
  cpd_report: (viewer) => sql<SqlBool>`${readsPersonal(viewer, 'cpd_report')}`,
}

/** Whether the viewer reads the evidence of the row, which a statement has under its table's name. */
export const readsEvidenceOf = (viewer: Viewer, entity: EvidenceEntity): RawBuilder<SqlBool> => evidence[entity](viewer)

/**
 * Who reads the health number of a case, and its evidence: the person, and the supervisors of the rotation on the day of
 * the case. In no supervised rotation it is the supervisor of the case, while the relationship is current. None of them
 * does in a session that does not open private records.
 */
export function readsNhi(viewer: Viewer): RawBuilder<boolean> {
  if (!viewer.opens_private) return sql<boolean>`false`
  const mine = sql<SqlBool>`r.other_user_id = ${viewer.user_id}`
  return sql<boolean>`(procedure.user_id = ${viewer.user_id}
    or case when ${supervisorsOfCase(sql<SqlBool>`true`)} then ${supervisorsOfCase(mine)}
      else coalesce(procedure.supervisor_user_id = ${viewer.user_id}, false) and ${approves(viewer, 'procedure')} end)`
}

type EvidenceEntity = EvidenceOf | 'cpd_report'

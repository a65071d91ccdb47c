import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ALL_PRIVATE } from '#db/privacy/evidence.ts'
import type { Scope } from '../crud/access.ts'
import type { Viewer } from '../crud/viewer.ts'
import { approves, readsPersonal, showsTexts } from './access.ts'
import { readsForms } from './forms/form_access.ts'

const privateActivity = sql<SqlBool>`devactivity.private`
const recorded = sql<SqlBool>`devactivity.state <> 'draft'`
const submitted = sql<SqlBool>`procedure.state <> 'draft'`

export const readsActivities = (viewer: Viewer): Scope =>
  readsPersonal(viewer, 'devactivity', { submitted: recorded, private_: privateActivity })
export const readsProcedures = (viewer: Viewer): Scope => readsPersonal(viewer, 'procedure', { submitted })

/** Who reads the evidence of a row: those who read the row with its texts, and of a case with its health number. */
const rows: Record<EvidenceEntity, (viewer: Viewer) => RawBuilder<SqlBool>> = {
  devactivity: (viewer) =>
    sql<SqlBool>`(${readsActivities(viewer)} and ${showsTexts(viewer, 'devactivity', privateActivity)})`,
  procedure: (viewer) => sql<SqlBool>`(${readsProcedures(viewer)} 
      and (procedure.nhi_sealed is null or ${readsNhi(viewer)}))`,
  devqualification: (viewer) => sql<SqlBool>`${readsPersonal(viewer, 'devqualification')}`,
  devform: (viewer) => sql<SqlBool>`${readsForms(viewer)}`,
  cpd_report: (viewer) => sql<SqlBool>`${readsPersonal(viewer, 'cpd_report')}`,
}

/** Whether the viewer reads the evidence of the row, which a statement has under its table's name. */
export const readsEvidenceOf = (viewer: Viewer, entity: EvidenceEntity): RawBuilder<SqlBool> => rows[entity](viewer)

/**
 * Who reads the health number of a case, and its evidence: the person, and while the relationship is current the
 * supervisor of this case; neither in a session that does not open private records.
 */
export function readsNhi(viewer: Viewer): RawBuilder<boolean> {
  if (!viewer.opens_private) return sql<boolean>`false`
  return sql<boolean>`(procedure.user_id = ${viewer.user_id}
    or (coalesce(procedure.supervisor_user_id = ${viewer.user_id}, false) and ${approves(viewer, 'procedure')}))`
}

/**
 * Whether the viewer reads a file in spite of what it is evidence of: its owner does, and those who read each row that
 * it is evidence of. A file that is evidence of nothing passes.
 *
 * @param file the table or alias of the file
 */
export function readsEvidence(viewer: Viewer, file = 'file'): RawBuilder<SqlBool> {
  const copies = sql.ref(`${file}.evidence_copies`)
  const own = viewer.opens_private
    ? sql<SqlBool>`${sql.ref(`${file}.owner_user_id`)} is not distinct from ${viewer.user_id}`
    : sql<SqlBool>`false`
  const stored = readsRow(viewer, sql`e.entity`, sql`e.entity_id`)
  const copied = readsRow(viewer, sql`split_part(copy, ':', 1)`, sql`nullif(split_part(copy, ':', 2), '')::bigint`)
  // Aggregates and not `exists`, which the planner may turn into a scan of all evidence.
  return sql<SqlBool>`(${own} or (coalesce((select bool_and(${stored}) from file_evidence e
      where e.file_id = ${sql.ref(`${file}.id`)}), true)
    and (${copies} is null or (select coalesce(bool_and(${copied}), true) from unnest(${copies}) copy))))`
}

function readsRow(viewer: Viewer, entity: RawBuilder<unknown>, entity_id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const cases = Object.entries(rows).map(
    ([table, reads]) => sql`when ${sql.lit(table)} then exists (select from ${sql.table(table)}
      where ${sql.ref(`${table}.id`)} = ${entity_id} and ${reads(viewer)})`,
  )
  return sql<SqlBool>`case ${entity} ${sql.join(cases, sql` `)} when ${sql.lit(ALL_PRIVATE)} then false else true end`
}

type EvidenceEntity = 'devactivity' | 'procedure' | 'devqualification' | 'devform' | 'cpd_report'

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ALL_PRIVATE } from '#db/privacy/evidence.ts'
import type { Domain } from '../crud/domain.ts'
import type { Viewer } from '../crud/viewer.ts'

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
  const cases = [...readers].map(
    ([table, reads]) => sql`when ${sql.lit(table)} then exists (select from ${sql.table(table)}
      where ${sql.ref(`${table}.id`)} = ${entity_id} and ${reads(viewer)})`,
  )
  return sql<SqlBool>`case ${entity} ${sql.join(cases, sql` `)} when ${sql.lit(ALL_PRIVATE)} then false else true end`
}

/** Takes what domains say of the rows that files are evidence of. */
export function takeEvidence(domains: Domain[]): void {
  for (const [table, reads] of domains.flatMap(({ evidence = {} }) => Object.entries(evidence)))
    readers.set(table, reads)
}

/** Who reads the evidence of a row, by its table. */
const readers = new Map<string, (viewer: Viewer) => RawBuilder<SqlBool>>()

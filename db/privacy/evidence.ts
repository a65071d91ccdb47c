import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a file is private: it is evidence of an activity that its person has marked private, of a case with a
 * health number or of a waiver, or a job has made it of such evidence. Of several rows the most private one decides. A copy whose row
 * was deleted stays private, since the row can no longer say that it is not. Rows are read by scalar subqueries: an
 * EXISTS may be planned as a hash of the whole table.
 *
 * @param file the table or alias of the file
 */
export function isPrivateEvidence(file: string): RawBuilder<SqlBool> {
  const entity = sql`split_part(copy, ':', 1)`
  const entity_id = sql`split_part(copy, ':', 2)::bigint`
  return sql<SqlBool>`(exists (select from file_evidence private_of where private_of.file_id = ${sql.ref(`${file}.id`)} and (
      private_of.entity = 'devwaiver'
      or private_of.entity = 'devactivity' and (
        select a.private from devactivity a where a.id = private_of.entity_id)
      or private_of.entity = 'procedure' and (
        select c.nhi_sealed is not null from procedure c where c.id = private_of.entity_id)))
    or exists (select from unnest(${sql.ref(`${file}.evidence_copies`)}) copy where case ${entity}
      when 'devwaiver' then true
      when 'devactivity' then coalesce((select a.private from devactivity a where a.id = ${entity_id}), true)
      when 'procedure' then coalesce((select c.nhi_sealed is not null from procedure c where c.id = ${entity_id}), true)
      else copy = ${ALL_PRIVATE} end))`
}

/** In `file.evidence_copies`: of more evidence than is listed, so that only its owner reads it. */
export const ALL_PRIVATE = '*'

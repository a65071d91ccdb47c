import { type RawBuilder, sql } from 'kysely'

/** SQL for the name of a row's tracker, or its number where it has no name. Null where the row is of no tracker. */
export const trackerName = (table: string): RawBuilder<string | null> =>
  sql`(select coalesce(nullif(t.name, ''), t.number) from tracker t
    where t.organisation_id = ${sql.ref(`${table}.organisation_id`)} and t.id = ${sql.ref(`${table}.tracker_id`)})`

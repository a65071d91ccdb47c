import { type RawBuilder, sql } from 'kysely'

/** SQL for the name of a row's tracker, or its number where it has no name. Null where the row is of no tracker. */
export const trackerName = (table: string) => nameOf(table, 'tracker_id')

/** The same for the other tracker of a row about two. */
export const otherName = (table: string) => nameOf(table, 'other_tracker_id')

const nameOf = (table: string, column: string): RawBuilder<string | null> =>
  sql`(select coalesce(nullif(t.name, ''), t.number) from tracker t
    where t.organisation_id = ${sql.ref(`${table}.organisation_id`)} and t.id = ${sql.ref(`${table}.${column}`)})`

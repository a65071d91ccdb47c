import { type Expression, type RawBuilder, sql } from 'kysely'

/** What names are sorted by: Bus 2 before Bus 10, whatever their case and accents, and the collation of the database. */
export const natural = (name: Expression<unknown>): RawBuilder<string | null> =>
  sql<string | null>`natural_key(${name}) collate "C"`

/** The same, behind those for which `later` is true. */
export const naturalAfter = (later: Expression<boolean>, name: Expression<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(case when ${later} then '1' else '0' end || natural_key(${name})) collate "C"`

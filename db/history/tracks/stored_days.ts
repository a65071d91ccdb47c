import { sql } from 'kysely'
import type { Db } from '../../database.ts'

/** The UTC days of which the table holds reports of an organisation. */
export async function findStoredDays(db: Db, { organisation_id, from, days }: DaysQuery): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`/* past_stored_days */
    select d.day::date::text as day
    from generate_series(${dayOf(from)}::timestamp, ${dayOf(from + (days - 1) * DAY_MS)}::timestamp, '1 day') d (day)
    cross join lateral (select from tracker_event e where e.organisation_id = ${organisation_id}
      and e.fix_at >= d.day at time zone 'UTC' and e.fix_at < (d.day + interval '1 day') at time zone 'UTC'
      limit 1) one`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

export const DAY_MS = 86_400_000

/** The UTC day of a time in milliseconds since 1970. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

type DaysQuery = {
  organisation_id: number
  /** The first day, in milliseconds since 1970, and how many there are. */
  from: number
  days: number
}

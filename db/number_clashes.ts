import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/index.ts'

/**
 * Trackers with the same number in different spellings, from before numbers had a canonical form: one sentence per
 * number. Only people can resolve them.
 */
export async function findNumberClashes(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ trackers: string }>`
    select string_agg(format('%s (number "%s", organisation %s)', id, number, organisation_id), ' and '
      order by number_clash) as trackers
    from tracker
    where canonical_number in (select canonical_number from tracker where number_clash > 0)
    group by canonical_number order by min(id)`.execute(db)
  return rows.map(
    ({ trackers }) =>
      `Trackers ${trackers} have the same number in different spellings. What a device reports goes to the one whose ` +
      'number is written as the device says it, else to the oldest. Change or delete all but one of them.',
  )
}

import type { Kysely } from 'kysely'
import type { Explained, Explanation } from '#db/alerts/explanation.ts'
import type { Database } from '#db/tables/index.ts'
import { boundariesAt } from './boundaries.ts'
import { readReportsBefore } from './reports.ts'
import { verdictOf } from './verdict.ts'

/**
 * What was known of a tracker at a time, and what the engine made of it.
 *
 * @param of `at` is milliseconds since 1970; `alert`: whether an alert of a boundary was open then
 */
export async function explainTracker(db: Kysely<Database>, of: Explained): Promise<Explanation> {
  const reports = await readReportsBefore(db, of, of.at)
  const last = reports[0] ?? null
  const fix = reports.find(({ valid, longitude }) => valid && longitude !== null)
  const boundaries = await boundariesAt(db, {
    ...of,
    lon: fix?.longitude ?? null,
    lat: fix?.latitude ?? null,
    accuracy: fix?.accuracy ? Math.min(fix.accuracy, WIDEST_M) : null,
  })
  return { report: last, fix: fix ?? null, verdict: verdictOf(reports, of), boundaries }
}

/** As the engine caps the accuracy of a report. */
const WIDEST_M = 10_000

import { type Kysely, sql } from 'kysely'
import { scheduleApplies } from '#db/schedule.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { followPrivate, isPrivateAt, isSos, withhold } from '../engine/privacy.ts'
import { judgedAt } from '../engine/rules/order.ts'
import { digestOf, type Entry } from './entry.ts'
import type { TrackerState } from './states.ts'

/**
 * Takes the place out of the reports of private times, before anything else reads them. A batch that is tried again is
 * judged again by what holds then.
 */
export function withholdPlaces(entries: Entry[], trackers: ReadonlyMap<number, TrackerState>): void {
  for (const entry of entries) {
    const tracker = trackers.get(entry.tracker_id)
    const is_private = tracker !== undefined && tracker.privacy !== null && isPrivate(entry, tracker)
    if (is_private === (entry.report !== entry.sent)) continue
    entry.report = is_private ? withhold(entry.sent) : entry.sent
    entry.digest = digestOf(entry.report, entry.sent.fix_at === null)
  }
}

function isPrivate(entry: Entry, { privacy }: TrackerState): boolean {
  if (isSos(entry.sent)) return false
  const { schedule, times } = privacy!
  const at = judgedAt(entry)
  return isPrivateAt(times, at, schedule && scheduleApplies(schedule, new Date(at)))
}

/**
 * Follows the distance of a private time by a report that is not late. The report that ends it says the distance.
 *
 * @returns whether it is to be written
 */
export function followPrivacy(tracker: TrackerState, entry: Entry): boolean {
  const { driven: before } = tracker.privacy!
  const { valid, lon, lat, accuracy } = entry.sent
  const fix = { at: judgedAt(entry), lon: valid ? lon : null, lat: valid ? lat : null, accuracy }
  const { driven, returned_m } = followPrivate(before, fix, entry.report !== entry.sent)
  // Cached states share it, so it is replaced.
  tracker.privacy = { ...tracker.privacy!, driven }
  if (returned_m !== null)
    entry.report = { ...entry.sent, attributes: { ...entry.sent.attributes, private_m: returned_m } }
  return driven.metres !== before.metres || driven.since !== before.since
}

/**
 * Writes distances that have changed. Call after their states were written in the same transaction: the version of a
 * state guards it, too.
 */
export async function writePrivacy(trx: Kysely<Database>, trackers: TrackerState[]): Promise<void> {
  if (trackers.length === 0) return
  const driven = trackers.map(({ organisation_id, tracker_id, privacy }) => {
    const { metres, since } = privacy!.driven
    return { organisation_id, tracker_id, metres, since }
  })
  await sql`/* write_privacy */
    update tracker_privacy p set driven_m = w.metres, private_since = to_timestamp(w.since / 1000)
    from ${unnestRows(driven, { bigint: [...trackerKey], float8: ['metres', 'since'] }, 'w')}
    where p.organisation_id = w.organisation_id and p.tracker_id = w.tracker_id`.execute(trx)
}

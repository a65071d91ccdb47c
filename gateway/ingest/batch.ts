import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { sight } from '../engine/boundaries.ts'
import { judge } from '../engine/rules/index.ts'
import { AlertLog, type AlertRow } from './alerts.ts'
import type { Entry, Outcome } from './entry.ts'
import { type LockedTracker, lockTrackers } from './states.ts'
import { type JudgedEvent, writeEvents } from './write.ts'

/**
 * Judges and stores a batch in one transaction: states locked in tracker order, PostGIS asked, the rules applied in
 * fix-time order, events, states and alerts written. Everything is committed when this returns, and nothing when it throws.
 */
export async function storeBatch(db: Kysely<Database>, entries: Entry[]): Promise<Committed> {
  return db.transaction().execute(async (trx) => {
    const trackers = await lockTrackers(trx, entries)
    const outcomes = new Map<Entry, Outcome>()
    const known = withoutRepeats(entries, trackers, outcomes)
    if (known.length === 0) return { outcomes, events: [], alerts: [] }

    const answers = await sight(
      trx,
      known.map(({ entry, tracker }) => ({
        organisation_id: entry.organisation_id,
        tracker_id: entry.tracker_id,
        owner_user_id: tracker.owner_user_id,
        lon: entry.report.valid ? entry.report.lon : null,
        lat: entry.report.valid ? entry.report.lat : null,
        accuracy: entry.report.accuracy,
        fix_at: entry.fix_at,
        digest: entry.digest,
        look: whereToLook(entry, tracker),
      })),
    )

    const events: JudgedEvent[] = []
    const last = new Map<number, JudgedEvent>()
    const log = new AlertLog()
    for (const [i, { entry, tracker }] of known.entries()) {
      const answer = answers[i]!
      if (answer.stored) {
        outcomes.set(entry, 'duplicate')
        continue
      }
      const before = tracker.state
      const verdict = judge(
        before,
        {
          fix_at: entry.fix_at,
          received: entry.received,
          valid: entry.report.valid && entry.report.lon !== null,
          alarm: entry.report.alarm,
          boundary_id: answer.boundary_id,
          bounded: answer.bounded,
        },
        tracker,
      )
      tracker.state = verdict.state
      tracker.latest_fix_at = Math.max(tracker.latest_fix_at ?? entry.fix_at, entry.fix_at)
      for (const change of verdict.alerts) log.add(tracker, before, change, entry, answer.event_id)
      const judged = {
        entry,
        verdict,
        event_id: answer.event_id,
        boundary_id: answer.boundary_id,
        tracker,
        is_last: false,
      }
      events.push(judged)
      if (!verdict.late) last.set(entry.tracker_id, judged)
      outcomes.set(entry, 'stored')
    }
    const alerts = await log.write(trx)
    for (const judged of last.values()) judged.is_last = true
    if (events.length > 0) await writeEvents(trx, events)
    return { outcomes, events, alerts }
  })
}

/** Sets aside what nobody owns and what stands twice in this batch; sorts the rest by tracker and time. */
function withoutRepeats(entries: Entry[], trackers: Map<number, LockedTracker>, outcomes: Map<Entry, Outcome>) {
  const seen = new Set<string>()
  const known: { entry: Entry; tracker: LockedTracker }[] = []
  for (const entry of entries) {
    const tracker = trackers.get(entry.tracker_id)
    const key = `${entry.tracker_id} ${entry.fix_at} ${entry.digest}`
    if (!tracker) outcomes.set(entry, 'unknown_tracker')
    else if (seen.has(key)) outcomes.set(entry, 'duplicate')
    else {
      seen.add(key)
      known.push({ entry, tracker })
    }
  }
  // The sort is stable: reports of one moment stay in the order in which they came.
  return known.sort((a, b) => a.entry.tracker_id - b.entry.tracker_id || moment(a.entry) - moment(b.entry))
}

const moment = (entry: Entry) => Math.min(entry.fix_at, entry.received)

/** Most reports are newer than all before them, and need no search. */
function whereToLook(entry: Entry, tracker: LockedTracker) {
  if (entry.redelivered_without_time) return 'in the last hour'
  return tracker.latest_fix_at !== null && entry.fix_at <= tracker.latest_fix_at ? 'at its time' : null
}

export type Committed = {
  outcomes: Map<Entry, Outcome>
  events: JudgedEvent[]
  alerts: (AlertRow & { owner_user_id: number | null })[]
}

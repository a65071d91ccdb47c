import { type RawBuilder, sql } from 'kysely'
import type { Report } from '../protocols/report.ts'
import type { AlertLog } from './alerts.ts'
import type { Entry } from './entry.ts'
import type { TrackerState } from './states.ts'

/** Attributes by which devices say that they are jammed, and that they are not any more. */
const detectors = ['jamming', 'gnss_jamming'] as const
type Detector = (typeof detectors)[number]

/** The open alert and what has raised it, of rows of `tracker_state` as `s`; null of a tracker that is not jammed. */
export const jammingColumn: RawBuilder<Jamming | null> = sql`(
  select json_build_object('alert_id', a.id, 'detector', a.alarm) from alert a
  where a.organisation_id = s.organisation_id and a.tracker_id = s.tracker_id and a.kind = 'jamming'
    and a.ended_at is null)`

/**
 * Logs the alert of a report that is not late: raised once when a device says that it is jammed, over when the same
 * detector says that it is not. What says nothing changes nothing: many devices report only the changes.
 */
export function followJamming(tracker: TrackerState, entry: Entry, log: AlertLog, event_id: number): void {
  const { attributes } = entry.report
  if (!attributes) return
  if (tracker.jamming && attributes[tracker.jamming.detector] === false) {
    log.add(tracker, tracker.state, { kind: 'jamming', change: 'end' }, entry, event_id)
    tracker.jamming = null
  }
  const detector = detectors.find((name) => attributes[name] === true)
  if (tracker.jamming || !detector) return
  tracker.jamming = { alert_id: null, detector }
  log.add(tracker, tracker.state, { kind: 'jamming', change: 'raise', detector }, entry, event_id)
}

/** The alarm that alerts are raised of: jamming that a device follows by attributes has an alert of its own kind. */
export const alertedAlarm = ({ alarm, attributes }: Report): string | null =>
  alarm === 'jamming' && attributes && detectors.some((name) => typeof attributes[name] === 'boolean') ? null : alarm

/** The alert is null where the kind is switched off, or until it is written. */
export type Jamming = { alert_id: number | null; detector: Detector }

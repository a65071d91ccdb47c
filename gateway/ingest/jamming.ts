import type { Report } from '../protocols/report.ts'
import type { AlertLog } from './alerts.ts'
import type { Entry } from './entry.ts'
import { detectors } from './jamming_state.ts'
import type { TrackerState } from './states.ts'

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

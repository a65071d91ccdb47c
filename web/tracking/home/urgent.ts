import type { Row } from '../kit/rows.ts'
import type { NameOf } from '../kit/state.ts'
import type { Alert } from '../types.ts'

/** How many trackers home lists. */
export const most = 8

/**
 * Trackers that need a dispatcher: with an alarm, outside, or offline, in this order; alerts that are not
 * acknowledged first, then the latest.
 *
 * @param alerts open ones
 */
export function urgentOf<Tracker extends UrgentRow>(rows: Tracker[], alerts: Alert[]): Urgent<Tracker>[] {
  const byTracker = Map.groupBy(alerts, ({ tracker_id }) => tracker_id)
  return rows
    .map((row) => ({ ...row, alerts: byTracker.get(row.tracker.id) ?? [] }))
    .filter(({ state, alerts }) => state === 'outside' || state === 'offline' || alerts.length > 0)
    .sort((a, b) => rankOf(a) - rankOf(b) || (b.since ?? '').localeCompare(a.since ?? ''))
}

function rankOf({ state, alerts }: { state: Row['state']; alerts: Alert[] }): number {
  const waits = alerts.some(({ acknowledged_at }) => !acknowledged_at)
  if (alerts.some(({ kind }) => kind === 'alarm')) return waits ? 0 : 2
  if (state === 'outside') return waits ? 1 : 3
  return 4
}

/** What home shows of a tracker. */
export type UrgentRow = Pick<Row, 'state' | 'offline' | 'since' | 'offline_since' | 'alert'> & {
  tracker: NameOf & { id: number }
  latest: Row['latest']
  position: number[] | undefined
}
export type Urgent<Tracker extends UrgentRow = UrgentRow> = Tracker & { alerts: Alert[] }

import type { Alert } from '../types.ts'
import { isCall, waits } from '../waiting.ts'

/** Alerts in one line or more that are drawn: a page that is open for days must not grow. */
export const MOST_DRAWN = 200

/** Those that wait first, of these calls for help first; each part newest first. */
export function inOrder<A extends Waiting>(alerts: readonly A[], now: number): A[] {
  const rank = (alert: A) => (!waits(alert, now) ? 2 : isCall(alert) ? 0 : 1)
  return [...alerts].sort((a, b) => rank(a) - rank(b) || b.started_at.localeCompare(a.started_at) || b.id - a.id)
}

/** The id beside the selected one; the first where it is gone. */
export function step(ids: readonly number[], selected: number | null, by: 1 | -1): number | null {
  const at = selected === null ? -1 : ids.indexOf(selected)
  if (at < 0) return ids[0] ?? null
  return ids[Math.min(Math.max(at + by, 0), ids.length - 1)] ?? null
}

/**
 * What is heard: `new` when an alert has come that was not there at the last look, `sos` while a call for help waits.
 *
 * @param known ids at the last look; null at the first, which is silent but for these
 */
export function soundOf(alerts: readonly Waiting[], known: ReadonlySet<number> | null, now: number): Sound | null {
  const waiting = alerts.filter((alert) => waits(alert, now))
  if (waiting.some(isCall)) return 'sos'
  return known !== null && waiting.some(({ id }) => !known.has(id)) ? 'new' : null
}

export type Sound = 'new' | 'sos'
type Waiting = Pick<Alert, 'id' | 'kind' | 'alarm' | 'started_at' | 'acknowledged_at' | 'snoozed_until'>

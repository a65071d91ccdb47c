import type { Latest } from '../stores/positions.ts'
import type { Alert, Tracker } from '../types.ts'

/** The order is the order of urgency. */
export const states = ['outside', 'offline', 'unknown', 'inside', 'never'] as const
export type State = (typeof states)[number]

/** What a dispatcher must know of a tracker. Outside wins over offline: a tracker that left and fell silent is the worst. */
export function standing(
  tracker: Tracker,
  latest: Latest | undefined,
  alert: Alert | undefined,
  now: number,
): Standing {
  if (!latest) return { state: 'never', offline: false, since: null }
  const offline = isOffline(tracker, latest.event.received, now)
  const verdict = latest.fix?.outside_boundary ?? (alert ? true : null)
  if (verdict) return { state: 'outside', offline, since: alert?.started_at ?? latest.outside_since }
  if (offline) return { state: 'offline', offline, since: latest.event.received }
  return { state: verdict === false ? 'inside' : 'unknown', offline, since: null }
}

export function isOffline(tracker: Tracker, received: string, now: number): boolean {
  if (tracker.interval_s === 0) return false
  return now - Date.parse(received) > Math.max(3 * tracker.interval_s, 300) * 1000
}

export function nameOf(tracker: Tracker): string {
  return tracker.name || tracker.number
}

export type Standing = { state: State; offline: boolean; since: string | null }

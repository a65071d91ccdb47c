import { type TrackerStatus, trackerStatus } from '#api/client.ts'
import type { Alert, Movement, NamedTracker, Presence } from '../types.ts'
import type { Latest } from './live/positions.ts'

export type State = TrackerStatus
/** What a tracker does. */
export type Doing = Movement['state']
export const doings: readonly Doing[] = ['moving', 'idling', 'parked', 'towed', 'no_data']
export { trackerStatuses as states } from '#api/client.ts'

/**
 * A tracker's status for dispatchers. Outside wins over offline: a tracker that left and went offline is the worst
 * case. Until the live connection has sent its position, it is what the server said with the row.
 */
export function statusOf(tracker: NamedTracker, { latest, presence, alert }: StatusInput): Status {
  const offline_since = offlineSince(tracker, presence)
  const offline = offline_since !== null
  const outside = latest?.fix?.outside_boundary ?? (alert ? true : null)
  const derived = trackerStatus({ active: tracker.active, reported: latest !== undefined, outside, offline })
  const state = latest ? derived : (tracker.state ?? derived)
  if (state === 'inactive') return { state, offline: false, since: null, offline_since: null }
  if (state === 'never') return { state, offline, since: null, offline_since }
  if (state === 'outside') {
    return { state, offline, since: alert?.started_at ?? latest?.outside_since ?? null, offline_since, alert }
  }
  return { state, offline, since: offline_since, offline_since }
}

/** From the live connection; until it is open, from the tracker's row. What a private tracker does is not known. */
export function movementOf(tracker: NamedTracker, live: Movement | undefined, latest?: Latest): Movement | null {
  return isPrivate(latest) ? null : (live ?? tracker.movement ?? null)
}

/** Whether a tracker reported last without its place, in a private time. */
export const isPrivate = (latest: Pick<Latest, 'event'> | undefined) => latest?.event.attributes?.private === true

/** Presence from the live connection; until it is open, from the tracker's row. */
function offlineSince(tracker: NamedTracker, presence: Presence | undefined): string | null {
  if (presence) return presence.online ? null : presence.changed_at
  return tracker.online ? null : tracker.seen_at
}

export function nameOf(tracker: NameOf): string {
  return tracker.name || tracker.number
}

export type NameOf = Pick<NamedTracker, 'name' | 'number'>

/** Live data of a tracker. */
export type StatusInput = { latest: Latest | undefined; presence: Presence | undefined; alert: Alert | undefined }

export type Status = {
  state: State
  offline: boolean
  /** Since when the tracker is outside or offline. */
  since: string | null
  offline_since: string | null
  /** The open alert for the boundary that it breaks. */
  alert?: Alert | undefined
}

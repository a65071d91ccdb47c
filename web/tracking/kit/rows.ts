import { compareNames } from '../../kit/format/compareNames.ts'
import type { Alert, Presence, Tracker } from '../types.ts'
import type { Latest } from './live/positions.ts'
import { nameOf, type State, type Status, states, statusOf } from './state.ts'

/**
 * Trackers of the demo last. Sorting ten thousand names costs 30 ms, so it is done once per list of trackers and not at
 * every position.
 */
export function byName(trackers: Tracker[]): Tracker[] {
  return [...trackers].sort(
    (a, b) => Number(a.demo) - Number(b.demo) || compareNames(nameOf(a), nameOf(b)) || a.id - b.id,
  )
}

/** Rows in order of urgency: longest outside first, then by state, then by name. Takes trackers sorted by name. */
export function toRows(trackers: Tracker[], live: LiveData): Row[] {
  const groups = Object.fromEntries(states.map((state) => [state, [] as Row[]])) as Record<State, Row[]>
  for (const row of toListed(trackers, live)) groups[row.state].push(row)
  groups.outside.sort((a, b) => (a.since ?? '~').localeCompare(b.since ?? '~'))
  return states.flatMap((state) => groups[state])
}

/** Rows in the given order. */
export function toListed(trackers: Tracker[], { latest, presence, alerts }: LiveData): Row[] {
  return trackers.map((tracker) => {
    const last = latest.get(tracker.id)
    const reported = { latest: last, presence: presence.get(tracker.id), alert: alerts.get(tracker.id) }
    return { tracker, latest: last, ...statusOf(tracker, reported) }
  })
}

export function countStates(rows: Row[]): Record<State, number> {
  const counts = { outside: 0, offline: 0, unknown: 0, inside: 0, never: 0, inactive: 0 }
  for (const row of rows) counts[row.state]++
  return counts
}

export function filterRows(rows: Row[], search: string, state: State | null): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length && !state) return rows
  return rows.filter((row) => (!state || row.state === state) && matches(row.tracker, words))
}

function matches(tracker: Tracker, words: string[]): boolean {
  const text = `${tracker.name ?? ''} ${tracker.number}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

export type Row = Status & { tracker: Tracker; latest: Latest | undefined }
/** Live data by tracker. */
type LiveData = { latest: By<Latest>; presence: By<Presence>; alerts: By<Alert> }
type By<T> = Pick<ReadonlyMap<number, T>, 'get'>

import { compareNames } from '../../kit/format/compareNames.ts'
import type { Alert, Movement, Presence, Tracker } from '../types.ts'
import type { Latest } from './live/positions.ts'
import { type Doing, movementOf, nameOf, type State, type Status, states, statusOf } from './state.ts'

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
export function toListed(trackers: Tracker[], { latest, presence, movement, alerts }: LiveData): Row[] {
  return trackers.map((tracker) => {
    const last = latest.get(tracker.id)
    const reported = { latest: last, presence: presence.get(tracker.id), alert: alerts.get(tracker.id) }
    return {
      tracker,
      latest: last,
      movement: movementOf(tracker, movement?.get(tracker.id), last),
      ...statusOf(tracker, reported),
    }
  })
}

export function countStates(rows: Row[]): Record<State, number> {
  const counts = { outside: 0, offline: 0, unknown: 0, inside: 0, never: 0, inactive: 0 }
  for (const row of rows) counts[row.state]++
  return counts
}

/** What the trackers that are switched on do. */
export function countDoings(rows: Row[]): Record<Doing, number> {
  const counts = { moving: 0, idling: 0, parked: 0, towed: 0, no_data: 0 }
  for (const row of rows) if (row.state !== 'inactive') counts[doingOf(row)]++
  return counts
}

/** Nothing is known of one without a position. */
export const doingOf = ({ movement }: Pick<Row, 'movement'>): Doing => movement?.state ?? 'no_data'

export function filterRows(rows: Row[], search: string, state: State | null, doing: Doing | null = null): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length && !state && !doing) return rows
  const does = (row: Row) => !doing || (row.state !== 'inactive' && doingOf(row) === doing)
  return rows.filter((row) => (!state || row.state === state) && does(row) && matches(row.tracker, words))
}

function matches(tracker: Tracker, words: string[]): boolean {
  const text = `${tracker.name ?? ''} ${tracker.number}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

export type Row = Status & { tracker: Tracker; latest: Latest | undefined; movement: Movement | null }
/** Live data by tracker. */
type LiveData = { latest: By<Latest>; presence: By<Presence>; movement?: By<Movement>; alerts: By<Alert> }
type By<T> = Pick<ReadonlyMap<number, T>, 'get'>

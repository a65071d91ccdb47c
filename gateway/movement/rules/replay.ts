import { advance } from './advance.ts'
import { compareFixes, type Fix, type Order } from './fix.ts'
import { openSegments } from './index.ts'
import type { Profile } from './profile.ts'
import type { Changes, Segment } from './segment.ts'
import { initialState, type State } from './state.ts'

/**
 * Rule 10: late data, a new profile and an import are the same run over the reports again, from a state before them.
 * Each change has the report with which it became final: what a run from a later state finds again is what became
 * final after it.
 */
export function replay(from: State, fixes: Iterable<Fix>, profile: Profile, settled: Settled = new Map()): Replayed {
  let state = from
  for (const fix of fixes) {
    const { state: next, changes } = advance(state, fix, profile)
    state = next
    settle(settled, changes, state)
  }
  return { state, settled }
}

export function settle(settled: Settled, changes: Changes, at: Order): void {
  for (const [key, segment] of changes) {
    settled.set(key, { segment, at: segment && segment.ended_at !== null ? at.at : null })
  }
}

/** All segments of a tracker, computed at once: the truth that every other way must reach. */
export function segmentsOf(fixes: readonly Fix[], profile: Profile): Segment[] {
  const { state, settled } = replay(initialState, fixes.toSorted(compareFixes), profile)
  const closed = [...settled.values()].flatMap(({ segment }) => (segment && segment.ended_at !== null ? [segment] : []))
  return [...closed, ...openSegments(state, profile)].toSorted(
    (a, b) => a.began_at - b.began_at || compareText(a.kind, b.kind) || (a.boundary_id ?? 0) - (b.boundary_id ?? 0),
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** By key: the segment, or null where it was taken back, and the time of the report that closed it. */
export type Settled = Map<string, { segment: Segment | null; at: number | null }>
type Replayed = { state: State; settled: Settled }

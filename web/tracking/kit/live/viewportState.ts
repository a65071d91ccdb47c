import { create } from 'zustand'
import type { NamedTracker, ViewportUpdate } from '../../types.ts'
import { positions } from './positions.ts'

const nothing: SceneState = {
  named: new Map(),
  cells: [],
  counts: null,
  movements: null,
  outside_in_cells: 0,
  extent: null,
}

/** Data of a large fleet: the trackers of the current viewport, and aggregated cells and counts. */
export const useViewportState = create<SceneState>(() => nothing)

export function applyViewportUpdate({ whole, trackers, events, presence, movement, gone, ...seen }: ViewportUpdate) {
  const { named: before } = useViewportState.getState()
  const named = whole || trackers.length || gone.length ? new Map(whole ? [] : before) : before
  for (const id of gone) (named as Map<number, NamedTracker>).delete(id)
  for (const each of trackers) {
    // Assumed online until its presence arrives, in the same update.
    ;(named as Map<number, NamedTracker>).set(each.id, { ...each, active: true, online: true, seen_at: null })
  }
  positions.forget(whole ? [...before.keys()].filter((id) => !named.has(id)) : gone)
  // The update's events may be older than live ones received since.
  positions.take(events.filter(({ id, tracker_id }) => id >= (positions.latest.get(tracker_id)?.event.id ?? 0)))
  positions.takePresence(presence)
  positions.takeMovement(movement)
  useViewportState.setState({ ...seen, named })
}

export function clearViewportState() {
  useViewportState.setState(nothing)
}

type Seen = Pick<ViewportUpdate, 'cells' | 'outside_in_cells' | 'extent'> & {
  counts: ViewportUpdate['counts'] | null
  movements: ViewportUpdate['movements'] | null
}
type SceneState = Seen & { named: ReadonlyMap<number, NamedTracker> }

import { create } from 'zustand'

/** The tracker that the panel shows, and whether the map goes with it. */
export const useSelection = create<Selection>(() => ({ id: null, follow: false, flight: 0 }))

/** Chooses a tracker and lets the map fly to it. */
export function focusTracker(id: number | null) {
  useSelection.setState((before) => ({ id, follow: id === before.id && before.follow, flight: before.flight + 1 }))
}

/** Chooses a tracker where it is: the person already looks at it. */
export function selectTracker(id: number | null) {
  useSelection.setState((before) => ({ id, follow: id === before.id && before.follow }))
}

export function setFollow(follow: boolean) {
  useSelection.setState({ follow })
}

type Selection = { id: number | null; follow: boolean; flight: number }

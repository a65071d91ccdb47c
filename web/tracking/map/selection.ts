import { create } from 'zustand'

/** The selected tracker, and whether the map follows it. */
export const useSelection = create<Selection>(() => ({ id: null, follow: false, flight: 0 }))

/** Selects a tracker and flies to it. */
export function focusTracker(id: number | null) {
  useSelection.setState((before) => ({ id, follow: id === before.id && before.follow, flight: before.flight + 1 }))
}

/** Selects a tracker without moving the map. */
export function selectTracker(id: number | null) {
  useSelection.setState((before) => ({ id, follow: id === before.id && before.follow }))
}

export function setFollow(follow: boolean) {
  useSelection.setState({ follow })
}

type Selection = { id: number | null; follow: boolean; flight: number }

import { create } from 'zustand'

/** The selected tracker, whether the map follows it, and whether the map has yet to fly to it. */
export const useSelection = create<Selection>(() => ({ id: null, follow: false, flight: false }))

/** Selects a tracker and flies to it. */
export function focusTracker(id: number | null) {
  useSelection.setState((before) => ({ id, follow: id === before.id && before.follow, flight: id !== null }))
}

/** Selects a tracker without moving the map. */
export function selectTracker(id: number | null) {
  useSelection.setState((before) => ({ id, follow: id === before.id && before.follow, flight: false }))
}

export function setFollow(follow: boolean) {
  useSelection.setState({ follow })
}

type Selection = { id: number | null; follow: boolean; flight: boolean }

import { create } from 'zustand'

export const layers = ['boundaries', 'locations', 'trackers', 'labels', 'trails', 'all_trails'] as const
/** Those that are hidden until they are switched on. */
const wanted: readonly MapLayer[] = ['all_trails']
type MapLayer = (typeof layers)[number]
type Layers = Record<MapLayer, boolean>

const key = 'ringfence.layers'

/** Visible layers; what differs from the usual is stored in this browser. */
export const useLayers = create<Layers>(() => {
  const changed = localStorage.getItem(key)?.split(',') ?? []
  return Object.fromEntries(
    layers.map((layer) => [layer, changed.includes(layer) === wanted.includes(layer)]),
  ) as Layers
})

export function toggleLayer(layer: MapLayer) {
  useLayers.setState((before) => ({ [layer]: !before[layer] }))
  const now = useLayers.getState()
  localStorage.setItem(key, layers.filter((each) => now[each] === wanted.includes(each)).join(','))
}

export const trailMinutes = [15, 60, 180] as const
const trailKey = 'ringfence.trail'

/** For how long back the trail of the selected tracker is drawn, stored in this browser. */
export const useTrailMinutes = create<{ minutes: number }>(() => {
  const stored = Number(localStorage.getItem(trailKey))
  return { minutes: trailMinutes.find((each) => each === stored) ?? 60 }
})

export function setTrailMinutes(minutes: number) {
  useTrailMinutes.setState({ minutes })
  localStorage.setItem(trailKey, String(minutes))
}

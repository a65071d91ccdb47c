import { create } from 'zustand'

export const layers = ['boundaries', 'trackers', 'labels', 'trails'] as const
type MapLayer = (typeof layers)[number]
type Layers = Record<MapLayer, boolean>

const key = 'ringfence.layers'

/** Visible layers, stored in this browser. */
export const useLayers = create<Layers>(() => {
  const hidden = localStorage.getItem(key)?.split(',') ?? []
  return Object.fromEntries(layers.map((layer) => [layer, !hidden.includes(layer)])) as Layers
})

export function toggleLayer(layer: MapLayer) {
  useLayers.setState((before) => ({ [layer]: !before[layer] }))
  const now = useLayers.getState()
  localStorage.setItem(key, layers.filter((each) => !now[each]).join(','))
}

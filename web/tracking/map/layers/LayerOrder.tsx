import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'

/** The z-order of all our layers, from the bottom. Layers of a base map by URL are below them. */
export const layerOrder = [
  ...['sea', 'graticule', 'graticule-narrow', 'world-land', 'world-coast', 'world-borders'],
  ...['near-land', 'near-coast', 'near-borders', 'towns'],
  ...['boundary-areas', 'boundary-edges', 'boundary-edges-inactive', 'boundary-names'],
  ...['trail-casing', 'trail', 'track-casing', 'track', 'track-outside'],
  ...['accuracy-area', 'accuracy-edge', 'own-area', 'own-dot', 'room'],
  ...['clusters', 'trackers', 'cluster-counts', 'labels'],
  ...['draft-area', 'draft-edges', 'draft-sketch-area', 'draft-sketch', 'draft-handles'],
]

/**
 * Keeps the layers in `layerOrder`. react-map-gl adds a layer on top of the others as soon as its source exists, so the
 * order of components is not the order of layers: the markers, which need no source, came below the land.
 */
export function LayerOrder() {
  const map = useMap().current!
  useEffect(() => {
    const shown = map.getMap()
    const sort = () => sortLayers(shown)
    sort()
    shown.on('styledata', sort)
    return () => {
      shown.off('styledata', sort)
    }
  }, [map])
  return null
}

function sortLayers(map: MapLibreMap) {
  if (!map.style?._loaded) return
  const before = map.getLayersOrder()
  const ours = before.filter((id) => rankOf(id) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
  const top = before.slice(before.length - ours.length)
  if (ours.some((id, i) => id !== top[i])) for (const id of ours) map.moveLayer(id)
}

/** Position in `layerOrder`, where `track-7` is one of several called `track`; -1 for a layer of the base map. */
export function rankOf(id: string): number {
  return ranks.get(id.replace(/-\d+$/, '')) ?? -1
}

const ranks = new Map(layerOrder.map((id, rank) => [id, rank]))

import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'

/** Prefix of the layers and sources of a base map's style, whose own names may be those of others. */
export const basePrefix = 'base:'

/** The z-order of all layers, from the bottom. Those of a base map's style have the place of the prefix. */
export const layerOrder = [
  'sea',
  'world-sea',
  'world-graticule',
  'world-land',
  'world-coast',
  'world-borders',
  // Over the coarse world, with a sea of its own: the coarse coast is not quite where the detailed one is.
  'near-sea',
  'near-graticule',
  'near-land',
  'near-coast',
  'near-borders',
  'towns',
  basePrefix,
  'boundary-areas',
  'boundary-edges',
  'boundary-edges-inactive',
  'boundary-names',
  'locations',
  'location-names',
  'trails',
  'trail-casing',
  'trail',
  'track-outside',
  'track-casing',
  'track',
  'suggested-areas',
  'suggested-dots',
  'report-ways',
  'report-places',
  'stops',
  'stop-names',
  'guard-edge',
  'accuracy-area',
  'accuracy-edge',
  'own-area',
  'own-dot',
  'room',
  'clusters',
  'trackers',
  'cluster-counts',
  'labels',
  'imported-areas',
  'imported-edges',
  'imported-names',
  'draft-area',
  'draft-edges',
  'rehearsed',
  'draft-sketch-area',
  'draft-sketch',
  'draft-handles',
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

/** Position in `layerOrder`, where `track-7` is one of several called `track`; -1 for an unknown layer. */
export function rankOf(id: string): number {
  if (id.startsWith(basePrefix)) return layerOrder.indexOf(basePrefix)
  return ranks.get(id.replace(/-\d+$/, '')) ?? -1
}

const ranks = new Map(layerOrder.map((id, rank) => [id, rank]))

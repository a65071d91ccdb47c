import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import type { Cell } from '../../types.ts'
import { avoidMarkers, radiusOf } from '../motion/avoidMarkers.ts'
import { type Cluster, clustersOf } from '../motion/clusters.ts'
import type { Field } from '../motion/field.ts'
import { onTick } from '../motion/ticks.ts'
import { fromMercator, toMercator } from '../motion/track.ts'

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/**
 * Clusters of trackers, counted here or, in a large fleet, by the server. Trackers outside are drawn as single
 * markers, which clusters avoid; a cluster that contains some nevertheless is red.
 *
 * @param passive ignores clicks on clusters
 */
export function ClustersLayer({ field, colour, passive = false }: Props) {
  const map = useMap().current!

  useEffect(() => {
    let updated: GeoJSONSource | undefined
    let drawn = ''
    const update = () => {
      const source = map.getSource('clusters') as GeoJSONSource | undefined
      if (!source) return
      const { clusters: own, hidden } = clustersOf(field, map.getZoom(), performance.now())
      field.hide(hidden)
      const all = [...own.map((each) => ({ ...each, outside: 0 })), ...useViewportState.getState().cells.map(withCount)]
      const clusters = clear(all, field, map.getZoom())
      field.clusterPositions = clusters.map(({ lon, lat }) => toMercator(lon, lat))
      if (field.urgent) map.triggerRepaint()
      // Rounded to two pixels: avoids jitter when members move.
      const scale = 256 * 2 ** map.getZoom()
      const next = clusters
        .map(({ id, count, outside, lon, lat }) => [id, count, outside, at(lon / 360, scale), at(lat / 180, scale)])
        .join()
      if (next === drawn && source === updated) return
      drawn = next
      updated = source
      source.setData({ type: 'FeatureCollection', features: clusters.map(feature) })
    }
    // Once a second; at each step while zooming.
    const stop = onTick((full) => full && update())
    map.on('zoom', update)
    const unsubscribe = useViewportState.subscribe(update)
    return () => {
      stop()
      unsubscribe()
      map.off('zoom', update)
      field.hide(new Set())
      field.clusterPositions = []
    }
  }, [map, field])

  useEffect(() => {
    if (passive) return
    const closer = ({ lngLat }: MapLayerMouseEvent) => {
      map.easeTo({ center: lngLat, zoom: map.getZoom() + 2 })
    }
    map.on('click', 'clusters', closer)
    return () => void map.off('click', 'clusters', closer)
  }, [map, passive])

  return (
    <Source id="clusters" type="geojson" data={nothing}>
      <Layer
        id="clusters"
        type="circle"
        paint={{
          'circle-radius': ['get', 'radius'],
          'circle-color': colour.casing,
          'circle-opacity': 0.92,
          'circle-stroke-color': ['case', ['>', ['get', 'outside'], 0], colour.outside, colour.inside],
          'circle-stroke-width': 2,
        }}
      />
    </Source>
  )
}

const at = (value: number, scale: number) => Math.round(value * scale)

function withCount({ counts, ...cell }: Cell): Counted {
  const count = Object.values(counts).reduce((sum, some) => sum + some, 0)
  return { ...cell, count, outside: counts.outside ?? 0 }
}

/** Moves clusters away from markers that would cover their counts. */
function clear(clusters: Counted[], field: Field, zoom: number): Counted[] {
  const front = field.front(performance.now())
  const pixel = 1 / (512 * 2 ** zoom)
  return clusters.map((cluster) => {
    const at = avoidMarkers(toMercator(cluster.lon, cluster.lat), radiusOf(cluster.count), front, pixel)
    return { ...cluster, ...fromMercator(at.x, at.y) }
  })
}

function feature({ id, count, outside, lon, lat }: Counted): FeatureCollection['features'][number] {
  const properties = { count, outside, radius: radiusOf(count) }
  return { type: 'Feature', id, properties, geometry: { type: 'Point', coordinates: [lon, lat] } }
}

type Counted = Cluster & { outside: number }
type Props = { field: Field; colour: Colours; passive?: boolean }

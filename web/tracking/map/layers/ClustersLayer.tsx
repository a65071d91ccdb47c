import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { Layer, type MapRef, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import { avoidMarkers, radiusOf } from '../motion/avoidMarkers.ts'
import { type Cluster, clustersOf } from '../motion/clusters.ts'
import type { Field } from '../motion/field.ts'
import { drawPie, pieName, pieOptions, pieRadius, twelfths } from '../motion/pies.ts'
import { onTick } from '../motion/ticks.ts'
import { fromMercator, toMercator } from '../motion/track.ts'

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/**
 * Clusters of trackers, counted here and, in a large fleet, by the server: pies of their states. They avoid single
 * markers that are drawn above them.
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
      const { cells } = useViewportState.getState()
      const { clusters: all, hidden } = clustersOf(field, cells, map.getZoom(), performance.now())
      field.hide(hidden)
      const clusters = clear(all, field, map.getZoom())
      field.clusterPositions = clusters.map(({ lon, lat }) => toMercator(lon, lat))
      if (field.urgent) map.triggerRepaint()
      // Rounded to two pixels: avoids jitter when members move.
      const scale = 256 * 2 ** map.getZoom()
      const next = clusters
        .map(({ id, counts, lon, lat }) => [id, ...counts, at(lon / 360, scale), at(lat / 180, scale)])
        .join()
      if (next === drawn && source === updated) return
      drawn = next
      updated = source
      const features = clusters.map((cluster) => feature(cluster, pieOf(map, cluster, colour)))
      source.setData({ type: 'FeatureCollection', features })
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
  }, [map, field, colour])

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
        type="symbol"
        layout={{
          'icon-image': ['get', 'pie'],
          'icon-size': ['/', ['get', 'radius'], pieRadius],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
      />
    </Source>
  )
}

const at = (value: number, scale: number) => Math.round(value * scale)

/** The name of the cluster's image, which is drawn once for all like it. */
function pieOf(map: MapRef, { counts }: Cluster, colour: Colours): string {
  const parts = twelfths(counts)
  const name = pieName(parts, colour)
  if (!map.hasImage(name)) map.addImage(name, drawPie(parts, colour), pieOptions)
  return name
}

/** Moves clusters away from markers that would cover their counts. */
function clear(clusters: Cluster[], field: Field, zoom: number): Cluster[] {
  const front = field.front(performance.now())
  const pixel = 1 / (512 * 2 ** zoom)
  return clusters.map((cluster) => {
    const at = avoidMarkers(toMercator(cluster.lon, cluster.lat), radiusOf(cluster.count), front, pixel)
    return { ...cluster, ...fromMercator(at.x, at.y) }
  })
}

function feature({ id, count, counts, lon, lat }: Cluster, pie: string): FeatureCollection['features'][number] {
  const properties = { count, outside: counts[1], radius: radiusOf(count), pie }
  return { type: 'Feature', id, properties, geometry: { type: 'Point', coordinates: [lon, lat] } }
}

type Props = { field: Field; colour: Colours; passive?: boolean }

import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '../basemap/colours.ts'
import { type Cluster, clustersOf } from '../motion/clusters.ts'
import type { Field } from '../motion/field.ts'

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }
const every = 250

/** From afar a number stands for many; those outside are always drawn one by one. */
export function ClustersLayer({ field, colour }: { field: Field; colour: Colours }) {
  const map = useMap().current!

  useEffect(() => {
    let known: GeoJSONSource | undefined
    let drawn = ''
    const look = () => {
      const source = map.getSource('clusters') as GeoJSONSource | undefined
      if (!source || document.hidden) return
      const { clusters, hidden } = clustersOf(field, map.getZoom(), performance.now())
      field.hide(hidden)
      if (field.urgent) map.triggerRepaint()
      // To two pixels: a cluster need not tremble with each of its members.
      const grain = 256 * 2 ** map.getZoom()
      const next = clusters
        .map(({ id, count, lon, lat }) => [id, count, at(lon / 360, grain), at(lat / 180, grain)])
        .join()
      if (next === drawn && source === known) return
      drawn = next
      known = source
      source.setData({ type: 'FeatureCollection', features: clusters.map(feature) })
    }
    const timer = setInterval(look, every)
    map.on('zoom', look)
    return () => {
      clearInterval(timer)
      map.off('zoom', look)
      field.hide(new Set())
    }
  }, [map, field])

  useEffect(() => {
    const closer = ({ lngLat }: MapLayerMouseEvent) => {
      map.easeTo({ center: lngLat, zoom: map.getZoom() + 2 })
    }
    map.on('click', 'clusters', closer)
    return () => void map.off('click', 'clusters', closer)
  }, [map])

  return (
    <Source id="clusters" type="geojson" data={nothing}>
      <Layer
        id="clusters"
        type="circle"
        paint={{
          'circle-radius': ['interpolate', ['linear'], ['log10', ['get', 'count']], 0.6, 12, 4, 26],
          'circle-color': colour.casing,
          'circle-opacity': 0.92,
          'circle-stroke-color': colour.inside,
          'circle-stroke-width': 2,
        }}
      />
      <Layer
        id="cluster-counts"
        type="symbol"
        layout={{ 'text-field': ['to-string', ['get', 'count']], 'text-size': 12, 'text-allow-overlap': true }}
        paint={{ 'text-color': colour.label }}
      />
    </Source>
  )
}

const at = (turn: number, grain: number) => Math.round(turn * grain)

function feature({ id, count, lon, lat }: Cluster): FeatureCollection['features'][number] {
  return { type: 'Feature', id, properties: { count }, geometry: { type: 'Point', coordinates: [lon, lat] } }
}

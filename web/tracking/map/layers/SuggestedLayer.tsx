import type { FeatureCollection, Geometry } from 'geojson'
import type { MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { ringAround } from '../draw/circle.ts'
import { isOf } from './kinds.ts'

/** Circles that may become boundaries, with a dot each that is seen from afar. A click chooses one. */
export function SuggestedLayer({ circles, selected, select, colour }: Props) {
  const map = useMap().current!
  const data = useMemo(() => collect(circles, selected), [circles, selected])
  useEffect(() => {
    const choose = ({ features }: MapLayerMouseEvent) => select((features?.[0]?.properties.key as string) ?? null)
    const point = (shape: string) => () => {
      map.getCanvas().style.cursor = shape
    }
    const [over, away] = [point('pointer'), point('')]
    for (const layer of layers) {
      map.on('click', layer, choose)
      map.on('mouseenter', layer, over)
      map.on('mouseleave', layer, away)
    }
    return () => {
      for (const layer of layers) {
        map.off('click', layer, choose)
        map.off('mouseenter', layer, over)
        map.off('mouseleave', layer, away)
      }
    }
  }, [map, select])
  const paint = ['case', ['get', 'selected'], colour.draft, colour.boundary] as never
  return (
    <Source id="suggested" type="geojson" data={data}>
      <Layer
        id="suggested-areas"
        type="fill"
        filter={isOf('area')}
        paint={{ 'fill-color': paint, 'fill-opacity': 0.2 }}
      />
      <Layer
        id="suggested-dots"
        type="circle"
        filter={isOf('dot')}
        paint={{
          'circle-radius': ['case', ['get', 'selected'], 8, 6],
          'circle-color': paint,
          'circle-opacity': 0.8,
          'circle-stroke-color': colour.halo,
          'circle-stroke-width': 1.5,
        }}
      />
    </Source>
  )
}

function collect(circles: readonly SuggestedCircle[], selected: string | null): FeatureCollection {
  const featureOf = (key: string, kind: string, geometry: Geometry) => ({
    type: 'Feature' as const,
    properties: { kind, key, selected: key === selected },
    geometry,
  })
  return {
    type: 'FeatureCollection',
    features: circles.flatMap(({ key, lon, lat, radius_m }) => {
      const ring = ringAround([lon, lat], radius_m)
      return [
        featureOf(key, 'area', { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }),
        featureOf(key, 'dot', { type: 'Point', coordinates: [lon, lat] }),
      ]
    }),
  }
}

const layers = ['suggested-areas', 'suggested-dots']

export type SuggestedCircle = { key: string; lon: number; lat: number; radius_m: number }
type Props = {
  circles: readonly SuggestedCircle[]
  selected: string | null
  select: (key: string | null) => void
  colour: Colours
}

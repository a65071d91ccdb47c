import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { polygonsOf } from '../../kit/places/polygons.ts'
import type { Boundary } from '../../types.ts'
import { withoutSeam } from '../basemap/seam.ts'
import { labelPoint } from '../labelPoint.ts'
import { isOf } from './kinds.ts'

/** Boundaries with their names. Areas to keep out of have a colour of their own. */
export function BoundariesLayer({ boundaries, colour }: { boundaries: Boundary[]; colour: Colours }) {
  const features = useMemo(() => collect(boundaries), [boundaries])
  const active = ['match', ['get', 'rule'], 'keep_out', colour.keep_out, colour.boundary]
  const line = ['case', ['get', 'active'], active, colour.inactive]
  if (boundaries.length === 0) return null
  return (
    <Source id="boundaries" type="geojson" data={features}>
      <Layer
        id="boundary-areas"
        type="fill"
        filter={isOf('area')}
        paint={{
          'fill-color': line as never,
          'fill-opacity': ['case', ['!', ['get', 'active']], 0.04, ['==', ['get', 'rule'], 'keep_out'], 0.16, 0.09],
          'fill-antialias': false,
        }}
      />
      <Layer
        id="boundary-edges"
        type="line"
        filter={['all', isOf('edge'), ['get', 'active']]}
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': active as never, 'line-width': 1.75 }}
      />
      <Layer
        id="boundary-edges-inactive"
        type="line"
        filter={['all', isOf('edge'), ['!', ['get', 'active']]]}
        paint={{ 'line-color': colour.inactive, 'line-width': 1.25, 'line-dasharray': [4, 3] }}
      />
      <Layer
        id="boundary-names"
        type="symbol"
        filter={isOf('name')}
        minzoom={5}
        layout={{ 'text-field': ['get', 'name'], 'text-size': 12, 'text-max-width': 12, 'text-padding': 8 }}
        paint={{ 'text-color': line as never, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}

function collect(boundaries: Boundary[]): FeatureCollection {
  const features = boundaries.flatMap((boundary) => {
    if (!boundary.geometry) return []
    return [
      featureOf(boundary, 'area', boundary.geometry),
      featureOf(boundary, 'edge', edgeOf(boundary)),
      featureOf(boundary, 'name', { type: 'Point', coordinates: labelPoint(polygonsOf(boundary)) }),
    ]
  })
  return { type: 'FeatureCollection', features }
}

function featureOf({ id, name, active, rule }: Boundary, kind: Kind, geometry: Feature['geometry']): Feature {
  return { type: 'Feature', id, properties: { kind, name, active, rule }, geometry }
}

function edgeOf(boundary: Boundary): Feature['geometry'] {
  return { type: 'MultiLineString', coordinates: withoutSeam(polygonsOf(boundary).flat()) }
}

type Kind = 'area' | 'edge' | 'name'

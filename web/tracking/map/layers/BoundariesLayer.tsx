import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Boundary } from '../../../core/types.ts'
import { withoutSeam } from '../basemap/seam.ts'
import { labelPoint } from '../labelPoint.ts'
import { polygonsOf } from '../polygons.ts'

/** Boundaries with their names. Areas to keep out of have a colour of their own. */
export function BoundariesLayer({ boundaries, colour }: { boundaries: Boundary[]; colour: Colours }) {
  const areas = useMemo(() => collect(boundaries, (boundary) => boundary.geometry), [boundaries])
  const edges = useMemo(() => collect(boundaries, edgeOf), [boundaries])
  const names = useMemo(() => collect(boundaries, nameOf), [boundaries])
  const active = ['match', ['get', 'rule'], 'keep_out', colour.keep_out, colour.boundary]
  const line = ['case', ['get', 'active'], active, colour.inactive]
  return (
    <>
      <Source id="boundary-areas" type="geojson" data={areas}>
        <Layer
          id="boundary-areas"
          type="fill"
          paint={{
            'fill-color': line as never,
            'fill-opacity': ['case', ['!', ['get', 'active']], 0.04, ['==', ['get', 'rule'], 'keep_out'], 0.16, 0.09],
            'fill-antialias': false,
          }}
        />
      </Source>
      <Source id="boundary-edges" type="geojson" data={edges}>
        <Layer
          id="boundary-edges"
          type="line"
          filter={['get', 'active']}
          layout={{ 'line-join': 'round' }}
          paint={{ 'line-color': active as never, 'line-width': 1.75 }}
        />
        <Layer
          id="boundary-edges-inactive"
          type="line"
          filter={['!', ['get', 'active']]}
          paint={{ 'line-color': colour.inactive, 'line-width': 1.25, 'line-dasharray': [4, 3] }}
        />
      </Source>
      <Source id="boundary-names" type="geojson" data={names}>
        <Layer
          id="boundary-names"
          type="symbol"
          minzoom={5}
          layout={{ 'text-field': ['get', 'name'], 'text-size': 12, 'text-max-width': 12, 'text-padding': 8 }}
          paint={{ 'text-color': line as never, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 }}
        />
      </Source>
    </>
  )
}

function collect(boundaries: Boundary[], shape: (boundary: Boundary) => Feature['geometry']): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: boundaries.map((boundary) => ({
      type: 'Feature',
      id: boundary.id,
      properties: { name: boundary.name, active: boundary.active, rule: boundary.rule },
      geometry: shape(boundary),
    })),
  }
}

function edgeOf(boundary: Boundary): Feature['geometry'] {
  return { type: 'MultiLineString', coordinates: withoutSeam(polygonsOf(boundary).flat()) }
}

function nameOf(boundary: Boundary): Feature['geometry'] {
  return { type: 'Point', coordinates: labelPoint(polygonsOf(boundary)) }
}

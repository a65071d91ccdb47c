import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Draft } from '../draw/draft.ts'
import type { Handle } from '../draw/handles.ts'
import { closed } from '../draw/shape.ts'
import { outline } from '../draw/sketch.ts'
import type { Place } from '../draw/types.ts'
import { isOf } from './kinds.ts'

/** The draft with its handles. */
export function DraftLayer({ draft, handles, colour }: { draft: Draft; handles: Handle[]; colour: Colours }) {
  const { shape, sketch, selected, cuts } = draft
  const drawn = useMemo(() => shapeFeatures(shape, selected), [shape, selected])
  const line = useMemo(() => sketchFeature(sketch), [sketch])
  const points = useMemo(() => handleFeatures(handles, sketch, selected), [handles, sketch, selected])
  const pen = cuts ? colour.outside : colour.draft
  return (
    <>
      {shape && (
        <Source id="draft" type="geojson" data={drawn}>
          <Layer
            id="draft-area"
            type="fill"
            filter={isOf('area')}
            paint={{ 'fill-color': colour.draft, 'fill-opacity': 0.16 }}
          />
          <Layer
            id="draft-edges"
            type="line"
            filter={isOf('edge')}
            layout={{ 'line-join': 'round' }}
            paint={{ 'line-color': colour.draft, 'line-width': ['case', ['get', 'selected'], 4, 2.25] }}
          />
        </Source>
      )}
      {sketch && (
        <Source id="draft-sketch" type="geojson" data={line}>
          <Layer
            id="draft-sketch-area"
            type="fill"
            filter={['==', ['geometry-type'], 'Polygon']}
            paint={{ 'fill-color': pen, 'fill-opacity': 0.14 }}
          />
          <Layer
            id="draft-sketch"
            type="line"
            filter={['==', ['geometry-type'], 'LineString']}
            layout={{ 'line-join': 'round', 'line-cap': 'round' }}
            paint={{ 'line-color': pen, 'line-width': 2.25, 'line-dasharray': [2, 1.6] }}
          />
        </Source>
      )}
      <Source id="draft-handles" type="geojson" data={points}>
        <Layer
          id="draft-handles"
          type="circle"
          paint={{
            'circle-radius': ['match', ['get', 'kind'], 'midpoint', 4, 'selected', 8, 6],
            'circle-color': ['match', ['get', 'kind'], ['midpoint', 'selected'], pen, colour.casing],
            'circle-opacity': ['match', ['get', 'kind'], 'midpoint', 0.75, 1],
            'circle-stroke-color': ['match', ['get', 'kind'], ['midpoint', 'selected'], colour.casing, pen],
            'circle-stroke-width': ['match', ['get', 'kind'], 'midpoint', 1, 2.25],
          }}
        />
      </Source>
    </>
  )
}

function shapeFeatures(shape: Draft['shape'], selected: Place | null): FeatureCollection {
  const polygons = shape ? closed(shape) : []
  const edges = polygons.flatMap((polygon, p) =>
    polygon.map((coordinates, r) => {
      const whole = selected?.polygon === p && selected.ring === r && selected.vertex === undefined
      return feature({ type: 'LineString', coordinates }, { kind: 'edge', selected: whole })
    }),
  )
  return collection([feature({ type: 'MultiPolygon', coordinates: polygons }, { kind: 'area' }), ...edges])
}

function sketchFeature(sketch: Draft['sketch']): FeatureCollection {
  if (!sketch) return collection([])
  const line = outline(sketch)
  const area = line.length > 2 ? [feature({ type: 'Polygon', coordinates: [[...line, line[0]!]] })] : []
  return collection([...area, feature({ type: 'LineString', coordinates: line })])
}

/** Vertices of the sketch while drawing, otherwise of the shape. */
function handleFeatures(handles: Handle[], sketch: Draft['sketch'], selected: Place | null): FeatureCollection {
  const same = ({ kind, place }: Handle) =>
    kind === 'vertex' &&
    place.polygon === selected?.polygon &&
    place.ring === selected.ring &&
    place.vertex === selected.vertex
  const points =
    sketch?.tool === 'polygon'
      ? sketch.points.map((at) => ({ at, kind: 'vertex' }))
      : handles.map((handle) => ({ at: handle.at, kind: same(handle) ? 'selected' : handle.kind }))
  return collection(points.map(({ at, kind }) => feature({ type: 'Point', coordinates: at }, { kind })))
}

function feature(geometry: Feature['geometry'], properties: Feature['properties'] = {}): Feature {
  return { type: 'Feature', properties, geometry }
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}

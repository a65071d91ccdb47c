import type { Feature, Position } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { unwrap } from '../basemap/seam.ts'

export function TrailLayer({ trail, colour }: { trail: Position[]; colour: Colours }) {
  const data = useMemo<Feature>(
    () => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: unwrap(trail) } }),
    [trail],
  )
  // A source without data is clipped to its tiles all the same, in every frame.
  if (trail.length < 2) return null
  return (
    <Source id="trail" type="geojson" data={data}>
      <Layer
        id="trail-casing"
        type="line"
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': colour.casing, 'line-width': 6, 'line-opacity': 0.8 }}
      />
      <Layer
        id="trail"
        type="line"
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': colour.trail, 'line-width': 3 }}
      />
    </Source>
  )
}

import type { Feature } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { TrackerEvent } from '../../types.ts'
import { circleRing } from '../circleRing.ts'

export function AccuracyLayer({ fix, colour }: { fix: TrackerEvent | null; colour: Colours }) {
  const data = useMemo(() => circleOf(fix), [fix])
  if (!data) return null
  return (
    <Source id="accuracy" type="geojson" data={data}>
      <Layer
        id="accuracy-area"
        type="fill"
        paint={{ 'fill-color': colour.selected, 'fill-opacity': 0.1, 'fill-antialias': false }}
      />
      <Layer id="accuracy-edge" type="line" paint={{ 'line-color': colour.selected, 'line-opacity': 0.5 }} />
    </Source>
  )
}

function circleOf(fix: TrackerEvent | null): Feature | null {
  if (!fix?.position || !fix.accuracy) return null
  const ring = circleRing(fix.position.coordinates as [number, number], fix.accuracy)
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}

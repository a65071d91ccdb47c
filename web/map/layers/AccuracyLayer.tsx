import type { Feature, Position } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { TrackerEvent } from '../../types.ts'
import type { Colours } from '../basemap/colours.ts'

const metresPerDegree = 111_320

export function AccuracyLayer({ fix, colour }: { fix: TrackerEvent | null; colour: Colours }) {
  const data = useMemo<Feature>(
    () => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: ringsOf(fix) } }),
    [fix],
  )
  return (
    <Source id="accuracy" type="geojson" data={data}>
      <Layer
        id="accuracy-area"
        type="fill"
        paint={{ 'fill-color': colour.chosen, 'fill-opacity': 0.1, 'fill-antialias': false }}
      />
      <Layer id="accuracy-edge" type="line" paint={{ 'line-color': colour.chosen, 'line-opacity': 0.5 }} />
    </Source>
  )
}

function ringsOf(fix: TrackerEvent | null): Position[][] {
  if (!fix?.position || !fix.accuracy) return []
  const [lon, lat] = fix.position.coordinates as [number, number]
  const high = fix.accuracy / metresPerDegree
  const wide = high / Math.cos((lat * Math.PI) / 180)
  const ring = Array.from({ length: 65 }, (_, step) => {
    const angle = (step / 64) * 2 * Math.PI
    return [lon + Math.sin(angle) * wide, lat + Math.cos(angle) * high]
  })
  return [ring]
}

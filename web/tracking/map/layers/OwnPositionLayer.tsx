import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { circleRing } from '../circleRing.ts'

/** The user's own position with its accuracy. */
export function OwnPositionLayer({ fix, colour }: { fix: Fix | null; colour: Colours }) {
  const data = useMemo(() => collect(fix), [fix])
  return (
    <Source id="own" type="geojson" data={data}>
      <Layer
        id="own-area"
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': colour.own, 'fill-opacity': 0.12, 'fill-antialias': false }}
      />
      <Layer
        id="own-dot"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-radius': 7,
          'circle-color': colour.own,
          'circle-stroke-width': 3,
          'circle-stroke-color': colour.casing,
        }}
      />
    </Source>
  )
}

function collect(fix: Fix | null): FeatureCollection {
  if (!fix) return { type: 'FeatureCollection', features: [] }
  const centre: [number, number] = [fix.lon, fix.lat]
  const shapes = [
    { type: 'Polygon' as const, coordinates: [circleRing(centre, fix.accuracy)] },
    { type: 'Point' as const, coordinates: centre },
  ]
  const features = shapes.map((geometry) => ({ type: 'Feature' as const, properties: {}, geometry }))
  return { type: 'FeatureCollection', features }
}

/** Degrees and metres. */
type Fix = { lon: number; lat: number; accuracy: number }

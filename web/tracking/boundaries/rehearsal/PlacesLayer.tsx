import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Places } from './Rehearsal.tsx'

/** Where alerts of a rehearsal would have begun, or visits have. */
export function PlacesLayer({ places, colour, state }: Props) {
  const data = useMemo(
    () => ({ type: 'MultiPoint' as const, coordinates: places.map(([lon, lat]) => [lon, lat]) }),
    [places],
  )
  return (
    <Source id="rehearsed" type="geojson" data={data}>
      <Layer
        id="rehearsed"
        type="circle"
        paint={{
          'circle-radius': 5,
          'circle-color': colour[state],
          'circle-opacity': 0.5,
          'circle-stroke-color': colour[state],
          'circle-stroke-width': 1,
        }}
      />
    </Source>
  )
}

type Props = { places: Places; colour: Colours; state: 'inside' | 'outside' }

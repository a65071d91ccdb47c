import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Location } from '../../types.ts'

/** Named places, below the trackers and in the colour of towns. */
export function LocationsLayer({ locations, colour }: { locations: readonly Location[]; colour: Colours }) {
  const data = useMemo<FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: locations.map(({ name, position: { coordinates } }) => {
        return { type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates } }
      }),
    }),
    [locations],
  )
  if (locations.length === 0) return null
  return (
    <Source id="locations" type="geojson" data={data}>
      <Layer
        id="locations"
        type="circle"
        minzoom={10}
        // Small and without a ring, which a silent tracker has.
        paint={{ 'circle-radius': 2.5, 'circle-color': colour.town }}
      />
      <Layer
        id="location-names"
        type="symbol"
        minzoom={10}
        layout={{
          'text-field': ['get', 'name'],
          'text-size': 12,
          'text-anchor': 'left',
          'text-offset': [0.7, 0],
          'text-max-width': 12,
        }}
        paint={{ 'text-color': colour.town, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}

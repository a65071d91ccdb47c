import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { towns } from '../basemap/towns.ts'

export function TownsLayer({ colour }: { colour: Colours }) {
  return (
    <Source id="towns" type="geojson" data={towns}>
      <Layer
        id="towns"
        type="symbol"
        minzoom={2}
        filter={['<=', ['get', 'rank'], ['-', ['zoom'], 2]]}
        layout={{
          'text-field': ['get', 'name'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 10, ['-', 15, ['get', 'rank']]],
          'text-padding': 6,
          'symbol-sort-key': ['get', 'rank'],
        }}
        paint={{ 'text-color': colour.town, 'text-halo-color': colour.halo, 'text-halo-width': 1.2 }}
      />
    </Source>
  )
}

import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { areaOf, type Box } from '../basemap/nearby.ts'
import { useTowns } from '../basemap/useTowns.ts'

/** @param covered the box in which another map names the towns */
export function TownsLayer({ colour, covered }: { colour: Colours; covered: Box | null }) {
  const towns = useTowns()
  const shown = ['<=', ['get', 'rank'], ['-', ['zoom'], 2]]
  return (
    <Source id="towns" type="geojson" data={towns}>
      <Layer
        id="towns"
        type="symbol"
        minzoom={2}
        filter={(covered ? ['all', shown, ['!', ['within', areaOf(covered)]]] : shown) as never}
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

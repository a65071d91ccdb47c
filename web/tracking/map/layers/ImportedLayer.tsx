import type { FeatureCollection } from 'geojson'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'

/** The layer whose features are clicked. */
export const importedAreas = 'imported-areas'

/** Areas of a file: those that are selected in colour, the others as outlines. */
export function ImportedLayer({ features, colour }: { features: FeatureCollection; colour: Colours }) {
  const line = ['case', ['get', 'selected'], colour.draft, colour.inactive] as never
  return (
    <Source id="imported" type="geojson" data={features}>
      <Layer
        id={importedAreas}
        type="fill"
        paint={{
          'fill-color': line,
          'fill-opacity': ['case', ['get', 'selected'], 0.2, 0.05],
          'fill-antialias': false,
        }}
      />
      <Layer id="imported-edges" type="line" paint={{ 'line-color': line, 'line-width': 1.75 }} />
      <Layer
        id="imported-names"
        type="symbol"
        layout={{ 'text-field': ['get', 'name'], 'text-size': 12, 'text-max-width': 12, 'text-padding': 8 }}
        paint={{ 'text-color': line, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}

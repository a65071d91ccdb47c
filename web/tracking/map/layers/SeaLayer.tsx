import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { fineZoom } from '../basemap/detail.ts'
import { graticule } from '../basemap/graticule.ts'

const wide = graticule(10)
const narrow = graticule(1)

/** The sea of the coarse world. */
export function SeaLayer({ colour }: { colour: Colours }) {
  return (
    <>
      <Layer id="sea" type="background" paint={{ 'background-color': colour.sea }} />
      <Source id="graticule" type="geojson" data={wide}>
        <Layer id="graticule" type="line" paint={{ 'line-color': colour.graticule }} />
      </Source>
    </>
  )
}

/** Meridians and parallels in the sea around detailed land. */
export function NearGraticule({ colour }: { colour: Colours }) {
  const paint = { 'line-color': colour.graticule }
  return (
    <>
      <Source id="graticule-near" type="geojson" data={wide}>
        <Layer id="graticule-near" type="line" minzoom={fineZoom} paint={paint} />
      </Source>
      <Source id="graticule-narrow" type="geojson" data={narrow}>
        <Layer id="graticule-narrow" type="line" minzoom={6} paint={{ ...paint, 'line-width': 0.5 }} />
      </Source>
    </>
  )
}

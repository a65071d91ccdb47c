import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { exact, fineZoom } from '../basemap/detail.ts'
import { graticule } from '../basemap/graticule.ts'
import { areaOf, type Box, type Land } from '../basemap/nearby.ts'
import { useLand } from '../basemap/useLand.ts'
import { isOf } from './kinds.ts'

const link = (href: string, name: string) => `<a href="${href}" target="_blank" rel="noreferrer">${name}</a>`
const attribution = [
  link('https://www.naturalearthdata.com', 'Natural Earth'),
  link('https://www.soest.hawaii.edu/pwessel/gshhg/', 'GSHHG'),
  link('https://www.geonames.org', 'GeoNames'),
].join(', ')

/** Beyond the last zoom level of a map. */
const last = 24

/** The coarse world map at once, and the detailed one over it where it is loaded. */
export function LandLayer({ colour }: { colour: Colours }) {
  const { world, near, box } = useLand()
  return (
    <>
      {/* What the detailed land covers is not drawn: it reaches far beyond so small a view. */}
      <Ground
        id="world"
        land={world}
        box={null}
        colour={colour}
        maxzoom={box ? exact.world : undefined}
        exactTo={exact.world}
        graticuleTo={fineZoom}
      />
      <Ground
        id="near"
        land={near}
        box={box}
        colour={colour}
        minzoom={fineZoom}
        exactTo={near.fine ? exact.coast : exact.world}
        graticuleTo={last}
      />
    </>
  )
}

/**
 * Of one source, so that the sea is never drawn before its land; each further source also costs a pass over the whole
 * canvas in every frame, in which MapLibre clips to its tiles.
 *
 * @param box where the land brings its own sea, as the coarse coast below is not quite where the detailed one is
 * @param exactTo lines are not drawn beyond this zoom level, where they would show what the data do not have
 */
function Ground({ id, land, box, colour, exactTo, graticuleTo, minzoom = 0, maxzoom = last }: GroundProps) {
  const features = useMemo(() => collect(land, box), [land, box])
  const lines = { minzoom, maxzoom: Math.min(exactTo + 1, maxzoom) }
  return (
    // Antialiasing would draw the cut along 180° as a hair line.
    <Source id={id} type="geojson" data={features} tolerance={0.2} attribution={attribution}>
      <Layer
        id={`${id}-sea`}
        type="fill"
        minzoom={minzoom}
        maxzoom={maxzoom}
        filter={isOf('sea')}
        paint={{ 'fill-color': colour.sea, 'fill-antialias': false }}
      />
      <Layer
        id={`${id}-graticule`}
        type="line"
        minzoom={minzoom}
        maxzoom={graticuleTo}
        filter={['all', isOf('graticule'), ['any', ['==', ['get', 'step'], 10], ['>=', ['zoom'], 6]]]}
        paint={{ 'line-color': colour.graticule, 'line-width': ['match', ['get', 'step'], 1, 0.5, 1] }}
      />
      <Layer
        id={`${id}-land`}
        type="fill"
        minzoom={minzoom}
        maxzoom={maxzoom}
        filter={isOf('land', 'fine')}
        paint={{ 'fill-color': colour.land, 'fill-antialias': false }}
      />
      <Layer
        id={`${id}-coast`}
        type="line"
        filter={isOf('coast', 'fine')}
        paint={{ 'line-color': colour.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 10, 1.5] }}
        {...lines}
      />
      <Layer
        id={`${id}-borders`}
        type="line"
        filter={isOf('border')}
        paint={{ 'line-color': colour.border, 'line-dasharray': [3, 2] }}
        {...lines}
      />
    </Source>
  )
}

const graticules = [10, 1].map(
  (step): Feature => ({ type: 'Feature', properties: { kind: 'graticule', step }, geometry: graticule(step) }),
)

function collect({ land, coast, borders, fine }: Land, box: Box | null): FeatureCollection {
  const feature = (kind: Kind, geometry: Geometry): Feature => ({ type: 'Feature', properties: { kind }, geometry })
  const sea = box ? [feature('sea', areaOf(box))] : []
  const world = [feature('land', land), feature('coast', coast), feature('border', borders)]
  return {
    type: 'FeatureCollection',
    features: [...sea, ...graticules, ...world, ...(fine ? [feature('fine', fine)] : [])],
  }
}

type Kind = 'sea' | 'graticule' | 'land' | 'coast' | 'border' | 'fine'
type GroundProps = {
  id: string
  land: Land
  box: Box | null
  colour: Colours
  exactTo: number
  graticuleTo: number
  minzoom?: number
  maxzoom?: number | undefined
}

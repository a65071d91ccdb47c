import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { deepest, exact, fineZoom, tileLayer } from '../basemap/detail.ts'
import { addressOf } from '../basemap/land.ts'
import type { LandRead } from '../basemap/land.worker.ts'
import { nearSource, useLand } from '../basemap/useLand.ts'
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
  const { world, near } = useLand()
  return (
    <>
      {/* What the detailed land covers is not drawn: it reaches far beyond so small a view. */}
      {world && (
        <Ground
          id="world"
          land={world}
          colour={colour}
          maxzoom={near.length > 0 ? exact.world : undefined}
          exactTo={exact.world}
          tilesTo={deepest.world}
          graticuleTo={fineZoom}
        />
      )}
      {near.map((land) => (
        <Ground
          key={land.id}
          id={nearSource(land)}
          land={land}
          colour={colour}
          minzoom={fineZoom}
          exactTo={land.fine ? exact.coast : exact.world}
          tilesTo={deepest.near}
          graticuleTo={last}
        />
      ))}
    </>
  )
}

/**
 * Of one source, so that the sea is never drawn before its land; each further source also costs a pass over the whole
 * canvas in every frame, in which MapLibre clips to its tiles.
 *
 * @param exactTo lines are not drawn beyond this zoom level, where they would show what the data do not have
 */
function Ground({ id, land, colour, exactTo, tilesTo, graticuleTo, minzoom = 0, maxzoom = last }: GroundProps) {
  // The number of the land stands last, for `layerOrder`.
  const [name, number] = id.split('-')
  const layer = (part: string) => [name, part, number].filter(Boolean).join('-')
  const lines = { minzoom, maxzoom: Math.min(exactTo + 1, maxzoom) }
  return (
    // Antialiasing would draw the cut along 180° as a hair line.
    <Source
      id={id}
      type="vector"
      tiles={[addressOf(land)]}
      minzoom={minzoom}
      maxzoom={tilesTo}
      attribution={attribution}
    >
      <Layer
        id={layer('sea')}
        source-layer={tileLayer}
        type="fill"
        minzoom={minzoom}
        maxzoom={maxzoom}
        filter={isOf('sea')}
        paint={{ 'fill-color': colour.sea, 'fill-antialias': false }}
      />
      <Layer
        id={layer('graticule')}
        source-layer={tileLayer}
        type="line"
        minzoom={minzoom}
        maxzoom={graticuleTo}
        filter={['all', isOf('graticule'), ['any', ['==', ['get', 'step'], 10], ['>=', ['zoom'], 6]]]}
        paint={{ 'line-color': colour.graticule, 'line-width': ['match', ['get', 'step'], 1, 0.5, 1] }}
      />
      <Layer
        id={layer('land')}
        source-layer={tileLayer}
        type="fill"
        minzoom={minzoom}
        maxzoom={maxzoom}
        filter={isOf('land', 'fine')}
        paint={{ 'fill-color': colour.land, 'fill-antialias': false }}
      />
      <Layer
        id={layer('coast')}
        source-layer={tileLayer}
        type="line"
        filter={isOf('coast', 'fine')}
        paint={{ 'line-color': colour.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 10, 1.5] }}
        {...lines}
      />
      <Layer
        id={layer('borders')}
        source-layer={tileLayer}
        type="line"
        filter={isOf('border')}
        paint={{ 'line-color': colour.border, 'line-dasharray': [3, 2] }}
        {...lines}
      />
    </Source>
  )
}

type GroundProps = {
  id: string
  land: LandRead
  colour: Colours
  exactTo: number
  tilesTo: number
  graticuleTo: number
  minzoom?: number
  maxzoom?: number | undefined
}

import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { exact, fineZoom } from '../basemap/detail.ts'
import { areaOf, type Box, type Land } from '../basemap/nearby.ts'
import { useLand } from '../basemap/useLand.ts'
import { NearGraticule } from './SeaLayer.tsx'

const link = (href: string, name: string) => `<a href="${href}" target="_blank" rel="noreferrer">${name}</a>`
const attribution = [
  link('https://www.naturalearthdata.com', 'Natural Earth'),
  link('https://www.soest.hawaii.edu/pwessel/gshhg/', 'GSHHG'),
  link('https://www.geonames.org', 'GeoNames'),
].join(', ')

/** The coarse world map at once, and the detailed one over it where it is loaded. */
export function LandLayer({ colour }: { colour: Colours }) {
  const { world, near, box } = useLand()
  return (
    <>
      <Ground id="world" land={world} box={null} colour={colour} exactTo={exact.world} />
      <NearGraticule colour={colour} />
      <Ground
        id="near"
        land={near}
        box={box}
        colour={colour}
        minzoom={fineZoom}
        exactTo={near.fine ? exact.coast : exact.world}
      />
    </>
  )
}

/**
 * @param box where the land brings its own sea, as the coarse coast below is not quite where the detailed one is; both
 * are of one source, so that the sea is never drawn before its land
 * @param exactTo lines are not drawn beyond this zoom level, where they would show what the data do not have
 */
function Ground({ id, land, box, colour, exactTo, minzoom = 0 }: GroundProps) {
  const areas = useMemo(() => collect(land, box), [land, box])
  const lines = { minzoom, maxzoom: exactTo + 1 }
  return (
    <>
      {/* Antialiasing would draw the cut along 180° as a hair line. */}
      <Source id={`${id}-land`} type="geojson" data={areas} tolerance={0.2} attribution={attribution}>
        <Layer
          id={`${id}-sea`}
          type="fill"
          minzoom={minzoom}
          filter={['==', ['get', 'kind'], 'sea']}
          paint={{ 'fill-color': colour.sea, 'fill-antialias': false }}
        />
        <Layer
          id={`${id}-land`}
          type="fill"
          minzoom={minzoom}
          filter={['==', ['get', 'kind'], 'land']}
          paint={{ 'fill-color': colour.land, 'fill-antialias': false }}
        />
      </Source>
      <Source id={`${id}-coast`} type="geojson" data={land.coast} tolerance={0.2}>
        <Layer
          id={`${id}-coast`}
          type="line"
          paint={{ 'line-color': colour.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 10, 1.5] }}
          {...lines}
        />
      </Source>
      <Source id={`${id}-borders`} type="geojson" data={land.borders}>
        <Layer
          id={`${id}-borders`}
          type="line"
          paint={{ 'line-color': colour.border, 'line-dasharray': [3, 2] }}
          {...lines}
        />
      </Source>
    </>
  )
}

function collect({ land }: Land, box: Box | null): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: [
      ...(box ? [{ type: 'Feature' as const, properties: { kind: 'sea' }, geometry: areaOf(box) }] : []),
      { type: 'Feature', properties: { kind: 'land' }, geometry: land },
    ],
  }
}

type GroundProps = {
  id: string
  land: Land
  box: Box | null
  colour: Colours
  exactTo: number
  minzoom?: number
}

import type { Polygon } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { exact, fineZoom } from '../basemap/detail.ts'
import { areaOf, type Box, type Land } from '../basemap/nearby.ts'
import { useLand } from '../basemap/useLand.ts'
import { NearGraticule } from './SeaLayer.tsx'

const attribution =
  '<a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">Natural Earth</a>, ' +
  '<a href="https://www.geonames.org" target="_blank" rel="noreferrer">GeoNames</a>'
const withCoast = `${attribution}, <a href="https://www.soest.hawaii.edu/pwessel/gshhg/" target="_blank" rel="noreferrer">GSHHG</a>`

/**
 * The coarse world map at once, and the detailed one over it where it is loaded: that brings its own sea, as the
 * coarse coast is not quite where the detailed one is.
 */
export function LandLayer({ colour }: { colour: Colours }) {
  const { world, near, box } = useLand()
  return (
    <>
      <Ground id="world" land={world} colour={colour} exactTo={exact.world} />
      {box && <NearSea box={box} colour={colour} />}
      <NearGraticule colour={colour} />
      <Ground
        id="near"
        land={near}
        colour={colour}
        minzoom={fineZoom}
        exactTo={near.fine ? exact.coast : exact.world}
        attribution={near.fine ? withCoast : attribution}
      />
    </>
  )
}

function NearSea({ box, colour }: { box: Box; colour: Colours }) {
  const area = useMemo<Polygon>(() => areaOf(box), [box])
  return (
    <Source id="near-sea" type="geojson" data={area}>
      <Layer
        id="near-sea"
        type="fill"
        minzoom={fineZoom}
        paint={{ 'fill-color': colour.sea, 'fill-antialias': false }}
      />
    </Source>
  )
}

/** @param exactTo lines are not drawn beyond this zoom level, where they would show what the data do not have */
function Ground({ id, land, colour, exactTo, minzoom = 0, attribution = '' }: GroundProps) {
  const lines = { minzoom, maxzoom: exactTo + 1 }
  return (
    <>
      <Source id={`${id}-land`} type="geojson" data={land.land} tolerance={0.2} attribution={attribution}>
        {/* Antialiasing would draw the cut along 180° as a hair line. */}
        <Layer
          id={`${id}-land`}
          type="fill"
          minzoom={minzoom}
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

type GroundProps = {
  id: string
  land: Land
  colour: Colours
  exactTo: number
  minzoom?: number
  attribution?: string
}

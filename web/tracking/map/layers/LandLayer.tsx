import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Land } from '../basemap/nearby.ts'
import { fineZoom, useLand } from '../basemap/useLand.ts'

const attribution =
  '<a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">Natural Earth</a>, ' +
  '<a href="https://www.geonames.org" target="_blank" rel="noreferrer">GeoNames</a>'

/** The coarse world map, and the detailed one near the viewport. */
export function LandLayer({ colour }: { colour: Colours }) {
  const { world, near } = useLand()
  const fine = near.land.coordinates.length > 0
  return (
    <>
      <Ground id="world" land={world} colour={colour} maxzoom={fine ? fineZoom : 24} />
      <Ground id="near" land={near} colour={colour} minzoom={fineZoom} />
    </>
  )
}

function Ground({ id, land, colour, ...zooms }: GroundProps) {
  return (
    <>
      <Source id={`${id}-land`} type="geojson" data={land.land} tolerance={0.2} attribution={attribution}>
        {/* Antialiasing would draw the cut along 180° as a hair line. */}
        <Layer
          id={`${id}-land`}
          type="fill"
          paint={{ 'fill-color': colour.land, 'fill-antialias': false }}
          {...zooms}
        />
      </Source>
      <Source id={`${id}-coast`} type="geojson" data={land.coast} tolerance={0.2}>
        <Layer
          id={`${id}-coast`}
          type="line"
          paint={{ 'line-color': colour.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 10, 1.5] }}
          {...zooms}
        />
      </Source>
      <Source id={`${id}-borders`} type="geojson" data={land.borders}>
        <Layer
          id={`${id}-borders`}
          type="line"
          paint={{ 'line-color': colour.border, 'line-dasharray': [3, 2] }}
          {...zooms}
        />
      </Source>
    </>
  )
}

type GroundProps = { id: string; land: Land; colour: Colours; minzoom?: number; maxzoom?: number }

import type { StyleSpecification } from 'maplibre-gl'
import { Layer } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Box } from '../basemap/nearby.ts'
import { LandLayer } from './LandLayer.tsx'
import { TownsLayer } from './TownsLayer.tsx'

/** A style without a map: base maps consist of layers, so a change of theme keeps those of trackers. */
export const emptyStyle: StyleSpecification = { version: 8, sources: {}, layers: [] }

/**
 * Built-in base map without tiles, fonts or other servers.
 *
 * @param covered the box in which another map names the towns
 */
export function Basemap({ colour, covered = null }: { colour: Colours; covered?: Box | null }) {
  return (
    <>
      <Layer id="sea" type="background" paint={{ 'background-color': colour.sea }} />
      <LandLayer colour={colour} />
      <TownsLayer colour={colour} covered={covered} />
    </>
  )
}

import type { StyleSpecification } from 'maplibre-gl'
import type { Colours } from '#messages/palette.ts'
import type { Box } from '../basemap/nearby.ts'
import { LandLayer } from './LandLayer.tsx'
import { SeaLayer } from './SeaLayer.tsx'
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
      <SeaLayer colour={colour} />
      <LandLayer colour={colour} />
      <TownsLayer colour={colour} covered={covered} />
    </>
  )
}

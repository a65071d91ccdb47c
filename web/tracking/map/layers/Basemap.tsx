import type { StyleSpecification } from 'maplibre-gl'
import type { Colours } from '#messages/palette.ts'
import { LandLayer } from './LandLayer.tsx'
import { SeaLayer } from './SeaLayer.tsx'
import { TownsLayer } from './TownsLayer.tsx'

/** An empty style: the built-in map consists of layers, so a change of theme changes only their colours. */
export const emptyStyle: StyleSpecification = { version: 8, sources: {}, layers: [] }

/** Built-in base map without tiles, fonts or other servers. */
export function Basemap({ colour }: { colour: Colours }) {
  return (
    <>
      <SeaLayer colour={colour} />
      <LandLayer colour={colour} />
      <TownsLayer colour={colour} />
    </>
  )
}

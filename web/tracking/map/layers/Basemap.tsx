import type { StyleSpecification } from 'maplibre-gl'
import type { Colours } from '../basemap/colours.ts'
import { LandLayer } from './LandLayer.tsx'
import { SeaLayer } from './SeaLayer.tsx'
import { TownsLayer } from './TownsLayer.tsx'

/** Nothing: the built-in map is layers like the rest, so a change of theme only changes their colours. */
export const emptyStyle: StyleSpecification = { version: 8, sources: {}, layers: [] }

/** The built-in map: needs no tiles, no fonts and no other server. */
export function Basemap({ colour }: { colour: Colours }) {
  return (
    <>
      <SeaLayer colour={colour} />
      <LandLayer colour={colour} />
      <TownsLayer colour={colour} />
    </>
  )
}

import { type Box, overlap } from './nearby.ts'

/** From this zoom level on the detailed coastline is drawn, of which only the neighbourhood is loaded. */
export const fineZoom = 5
/** From this one on New Zealand's coast is the finer one. */
const coastZoom = 7
/** The box of `coast_nz.json`. */
const coastBox: Box = [165, -53, 184.5, -33.5]

/** The last zoom levels at which the data are right to a few pixels: Natural Earth (1:10 million), and GSHHG. */
export const exact = { world: 9, coast: 12 } as const

/** The last zoom levels of tiles, a few of which make a view: those of the next ones would say no more. */
export const deepest = { world: 7, near: 12 } as const

/** The only layer of a tile. */
export const tileLayer = 'ground'

export function wantsCoast(zoom: number, view: Box): boolean {
  return zoom >= coastZoom && overlap(coastBox, view)
}

/** Whether the finer coast is all there is of a view: then the world map is not needed in detail. */
export function isCoastEnough([west, south, east, north]: Box): boolean {
  return [0, 360].some(
    (turn) => west + turn >= coastBox[0] && east + turn <= coastBox[2] && south >= coastBox[1] && north <= coastBox[3],
  )
}

/** The part of a box for which the finer coast is enough. */
export function withinCoast([west, south, east, north]: Box): Box {
  // The same place may be given as 184° or as -176°.
  const turn = east < coastBox[0] ? -360 : 0
  return [
    Math.max(west, coastBox[0] + turn),
    Math.max(south, coastBox[1]),
    Math.min(east, coastBox[2] + turn),
    Math.min(north, coastBox[3]),
  ]
}

/** The last zoom level at which the built-in map is right around a place. */
export function exactZoomAt([lon, lat]: [number, number]): number {
  return overlap(coastBox, [lon, lat, lon, lat]) ? exact.coast : exact.world
}

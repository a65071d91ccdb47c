import type { Position } from 'geojson'
import type { Box } from '../../map/camera/fit.ts'
import { shortestWay, toMercator } from '../../map/motion/track.ts'

/** Pixels that stay free at each edge. */
const edge = 40
const closest = 14

/** What a picture shows: its centre in Mercator coordinates, and pixels across the world. */
export type View = { x: number; y: number; scale: number; width: number; height: number }

/** The view that shows a whole box. */
export function viewOf([west, south, east, north]: Box, width: number, height: number): View {
  const [a, b] = [toMercator(west, north), toMercator(east, south)]
  const room = { wide: Math.max(width - 2 * edge, 1), high: Math.max(height - 2 * edge, 1) }
  const scale = Math.min(room.wide / Math.max(b.x - a.x, 1e-9), room.high / Math.max(b.y - a.y, 1e-9))
  const limited = Math.max(width, Math.min(scale, 512 * 2 ** closest))
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, scale: limited, width, height }
}

/** Zoom as the map counts it. */
export function zoomOf({ scale }: View): number {
  return Math.log2(scale / 512)
}

/** A place of the picture, of the copy of the world that is nearest to its centre. */
export function place(view: View, at: { x: number; y: number }): Place {
  const x = view.width / 2 + shortestWay(view.x, at.x) * view.scale
  return { x, y: view.height / 2 + (at.y - view.y) * view.scale }
}

/** A line in pixels. It takes the short way around the world, also past the edge of a copy. */
export function line(view: View, points: Position[]): Place[] {
  let last = view.x
  return points.map(([lon, lat]) => {
    const { x, y } = toMercator(lon!, lat!)
    last += shortestWay(last, x)
    return { x: view.width / 2 + (last - view.x) * view.scale, y: view.height / 2 + (y - view.y) * view.scale }
  })
}

/** The box that a view shows; its east may exceed 180. */
export function boxOfView({ x, y, scale, width, height }: View): Box {
  const [wide, high] = [width / 2 / scale, height / 2 / scale]
  const lonOf = (at: number) => at * 360 - 180
  const latOf = (at: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * at))) * 180) / Math.PI
  const west = lonOf(x - wide)
  const turn = Math.floor((west + 180) / 360) * 360
  return [west - turn, latOf(Math.min(1, y + high)), lonOf(x + wide) - turn, latOf(Math.max(0, y - high))]
}

export function isWithin({ width, height }: View, { x, y }: Place): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

export type Place = { x: number; y: number }

import type { Field } from './field.ts'
import { fromMercator } from './track.ts'

/** From this zoom on everybody is drawn. */
export const clusterBelow = 11
/** Pixels between two clusters, about. */
const cell = 64
/** So many markers in one place can still be told apart. */
const fewest = 4
const outside = 1 // as style.ts counts colours

/**
 * Who stands so close together that a number says more. Those outside their boundaries, the chosen one and the one
 * pointed at are never in a cluster.
 */
export function clustersOf(field: Field, zoom: number, now: number): Clusters {
  if (zoom >= clusterBelow) return { hidden: none, clusters: [] }
  // The same places for all zooms of a step, so that clusters do not swim.
  const across = (512 * 2 ** Math.floor(zoom)) / cell
  const cells = new Map<number, Cell>()
  for (const [slot, id] of field.ids.entries()) {
    if (field.styles[slot * 4] === outside || field.styles[slot * 4 + 2] !== 0) continue
    const { x, y } = field.place(id, now)!
    const turn = x - Math.floor(x)
    const key = Math.floor(turn * across) * 2 ** 26 + Math.floor(y * across)
    const found = cells.get(key)
    if (!found) cells.set(key, { ids: [id], x: turn, y })
    else {
      found.ids.push(id)
      found.x += turn
      found.y += y
    }
  }
  const crowded = [...cells].filter(([, { ids }]) => ids.length >= fewest)
  return {
    hidden: new Set(crowded.flatMap(([, { ids }]) => ids)),
    clusters: crowded.map(([key, { ids, x, y }]) => {
      const { lon, lat } = fromMercator(x / ids.length, y / ids.length)
      return { id: key, count: ids.length, lon, lat }
    }),
  }
}

const none: ReadonlySet<number> = new Set()

type Cell = { ids: number[]; x: number; y: number }
export type Cluster = { id: number; count: number; lon: number; lat: number }
export type Clusters = { hidden: ReadonlySet<number>; clusters: Cluster[] }

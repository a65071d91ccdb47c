import type { Field } from './field.ts'
import { fromMercator } from './track.ts'

/** From this zoom level on nothing is clustered. */
export const clusterBelow = 11
/** Approximate distance of clusters in pixels. */
const cell = 64
/** Fewer markers are not clustered. */
const minSize = 4
const outside = 1 // as style.ts counts colours

/**
 * Clusters markers by grid cell. Trackers outside, selected or hovered are never clustered.
 */
export function clustersOf(field: Field, zoom: number, now: number): Clusters {
  if (zoom >= clusterBelow) return { hidden: none, clusters: [] }
  // The grid is constant within a zoom level, so that clusters do not drift.
  const across = (512 * 2 ** Math.floor(zoom)) / cell
  const cells = new Map<number, Cell>()
  for (const [slot, id] of field.ids.entries()) {
    if (field.styles[slot * 4] === outside || field.styles[slot * 4 + 2] !== 0) continue
    const { x, y } = field.place(id, now)!
    const turn = x - Math.floor(x)
    const key = Math.floor(turn * across) * 2 ** 26 + Math.floor(y * across)
    const existing = cells.get(key)
    if (!existing) cells.set(key, { ids: [id], x: turn, y })
    else {
      existing.ids.push(id)
      existing.x += turn
      existing.y += y
    }
  }
  const dense = [...cells].filter(([, { ids }]) => ids.length >= minSize)
  return {
    hidden: new Set(dense.flatMap(([, { ids }]) => ids)),
    clusters: dense.map(([key, { ids, x, y }]) => {
      const { lon, lat } = fromMercator(x / ids.length, y / ids.length)
      return { id: key, count: ids.length, lon, lat }
    }),
  }
}

const none: ReadonlySet<number> = new Set()

type Cell = { ids: number[]; x: number; y: number }
export type Cluster = { id: number; count: number; lon: number; lat: number }
export type Clusters = { hidden: ReadonlySet<number>; clusters: Cluster[] }

import type { Cell } from '../../types.ts'
import type { Field } from './field.ts'
import { fromMercator, toMercator } from './track.ts'

/** From this zoom level on nothing is clustered here. */
export const clusterBelow = 11
/** Approximate distance of clusters in pixels. */
const cell = 64
/** Fewer markers are not clustered. */
const minSize = 4

/**
 * Clusters markers by grid cell, and joins them with the cells that the server has counted in a large fleet. Trackers
 * selected or hovered are never clustered.
 */
export function clustersOf(field: Field, cells: Cell[], zoom: number, now: number): Clusters {
  // The grid is constant within a zoom level, so that clusters do not drift.
  const across = (512 * 2 ** Math.floor(zoom)) / cell
  const grid = new Map<number, Members>()
  const join = (x: number, y: number, counts: Shares, id: number | null) => {
    const turn = x - Math.floor(x)
    const key = Math.floor(turn * across) * 2 ** 26 + Math.floor(y * across)
    const members = grid.get(key) ?? { ids: [], counts: [0, 0, 0, 0], count: 0, x: 0, y: 0 }
    grid.set(key, members)
    const count = sum(counts)
    members.count += count
    members.x += turn * count
    members.y += y * count
    for (let state = 0; state < 4; state++) members.counts[state]! += counts[state]!
    if (id !== null) members.ids.push(id)
  }
  for (const { lon, lat, counts } of cells) {
    const { x, y } = toMercator(lon, lat)
    join(x, y, sharesOf(counts), null)
  }
  if (zoom < clusterBelow) {
    for (const [slot, id] of field.ids.entries()) {
      if (field.styles[slot * 4 + 2] !== 0) continue
      const { x, y } = field.place(id, now)!
      join(x, y, single[field.styles[slot * 4]!]!, id)
    }
  }
  const dense = [...grid].filter(([, { ids, count }]) => count >= minSize || count > ids.length)
  return {
    hidden: new Set(dense.flatMap(([, { ids }]) => ids)),
    clusters: dense.map(([id, { count, counts, x, y }]) => ({
      id,
      count,
      counts,
      ...fromMercator(x / count, y / count),
    })),
  }
}

const single = [0, 1, 2, 3].map((colour) => [0, 1, 2, 3].map((each) => Number(each === colour)) as Shares)

function sharesOf({ inside = 0, outside = 0, unknown = 0, offline = 0 }: Cell['counts']): Shares {
  return [inside, outside, unknown, offline]
}

const sum = (counts: Shares) => counts[0] + counts[1] + counts[2] + counts[3]

/** Numbers of trackers inside, outside, unknown and offline, as `markerStyle.ts` numbers the colours. */
export type Shares = [inside: number, outside: number, unknown: number, offline: number]

type Members = { ids: number[]; counts: Shares; count: number; x: number; y: number }
export type Cluster = { id: number; count: number; counts: Shares; lon: number; lat: number }
export type Clusters = { hidden: ReadonlySet<number>; clusters: Cluster[] }

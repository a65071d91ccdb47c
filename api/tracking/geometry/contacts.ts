import { orient2d } from 'robust-predicates'
import type { Edges } from './edges.ts'

/**
 * How two edges meet: `crossing` where they cross or overlap, `touch` where a vertex lies on the other edge. The vertex
 * shared by neighbours in a ring does not count.
 */
export function contactOf(edges: Edges, i: number, j: number): Contact | null {
  const { ends } = edges
  const [ax, ay, bx, by] = [ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!]
  const [cx, cy, dx, dy] = [ends[4 * j]!, ends[4 * j + 1]!, ends[4 * j + 2]!, ends[4 * j + 3]!]
  const [c, d] = [orient2d(ax, ay, bx, by, cx, cy), orient2d(ax, ay, bx, by, dx, dy)]
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return null
  const [a, b] = [orient2d(cx, cy, dx, dy, ax, ay), orient2d(cx, cy, dx, dy, bx, by)]
  if ((a > 0 && b > 0) || (a < 0 && b < 0)) return null
  if (a !== 0 && b !== 0 && c !== 0 && d !== 0) {
    const part = a / (a - b)
    return { kind: 'crossing', at: [ax + part * (bx - ax), ay + part * (by - ay)] }
  }
  if (c === 0 && d === 0) {
    // Collinear: compared along the longer axis.
    const [from_i, to_i, from_j, to_j] = Math.abs(bx - ax) > Math.abs(by - ay) ? [ax, bx, cx, dx] : [ay, by, cy, dy]
    const begin = Math.max(Math.min(from_i, to_i), Math.min(from_j, to_j))
    const end = Math.min(Math.max(from_i, to_i), Math.max(from_j, to_j))
    if (begin > end) return null
    const part = (begin - from_i) / (to_i - from_i)
    const at: Contact['at'] = [ax + part * (bx - ax), ay + part * (by - ay)]
    if (begin < end) return { kind: 'crossing', at }
    return areNeighbours(edges, i, j) ? null : { kind: 'touch', at }
  }
  if (areNeighbours(edges, i, j)) return null
  return { kind: 'touch', at: c === 0 ? [cx, cy] : d === 0 ? [dx, dy] : a === 0 ? [ax, ay] : [bx, by] }
}

function areNeighbours({ ring, place, counts }: Edges, i: number, j: number): boolean {
  if (ring[i] !== ring[j]) return false
  const apart = Math.abs(place[i]! - place[j]!)
  return apart === 1 || apart === counts[ring[i]!]! - 1
}

export type Contact = { kind: 'crossing' | 'touch'; at: [lon: number, lat: number] }

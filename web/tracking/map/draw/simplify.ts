import type { Position } from 'geojson'
import { toMercator } from '../motion/track.ts'

/**
 * Simplifies a freehand line (Douglas-Peucker).
 *
 * @param tolerance in world widths in Mercator
 */
export function simplify(points: Position[], tolerance: number): Position[] {
  if (points.length < 3) return points
  const plane = points.map(([lon, lat]) => toMercator(lon!, lat!))
  const kept = new Set([0, points.length - 1])
  // Iterative: a freehand line may be too long for recursion.
  const stretches: [number, number][] = [[0, points.length - 1]]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch
    const far = farthest(plane, from, to)
    if (far.distance <= tolerance) continue
    kept.add(far.index)
    stretches.push([from, far.index], [far.index, to])
  }
  return points.filter((_, i) => kept.has(i))
}

function farthest(plane: Point[], from: number, to: number): { index: number; distance: number } {
  let [index, distance] = [from, 0]
  for (let i = from + 1; i < to; i++) {
    const far = offLine(plane[i]!, plane[from]!, plane[to]!)
    if (far > distance) [index, distance] = [i, far]
  }
  return { index, distance }
}

function offLine(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square))
  return Math.hypot(p.x - a.x - part * dx, p.y - a.y - part * dy)
}

type Point = { x: number; y: number }

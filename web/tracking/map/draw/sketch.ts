import type { Position } from 'geojson'
import { distance, ringAround } from './circle.ts'
import { near } from './shape.ts'
import { simplify } from './simplify.ts'
import type { Ring, Shape } from './types.ts'

/** A shape being drawn. */
export type Sketch =
  | { tool: 'polygon'; points: Position[]; pointer: Position }
  | { tool: 'freehand'; points: Position[] }
  /** waiting: the first point was clicked, the next click finishes */
  | { tool: 'rectangle' | 'circle'; from: Position; to: Position; waiting: boolean }

export function startSketch(tool: 'rectangle' | 'circle' | 'freehand', at: Position): Sketch {
  return tool === 'freehand' ? { tool, points: [at] } : { tool, from: at, to: at, waiting: false }
}

/** Moves the pointer. */
export function movePointer(sketch: Sketch, at: Position): Sketch {
  if (sketch.tool === 'polygon') return { ...sketch, pointer: near(at, sketch.points.at(-1)) }
  if (sketch.tool === 'freehand') return { ...sketch, points: [...sketch.points, at] }
  return { ...sketch, to: at }
}

/** The area that it encloses if finished here, or null. */
export function areaOf(sketch: Sketch, tolerance: number): Shape | null {
  if (sketch.tool === 'polygon') return ofRing(sketch.points)
  if (sketch.tool === 'freehand') return ofRing(simplify(sketch.points, tolerance))
  const { from, to } = sketch
  if (sketch.tool === 'rectangle') return from[0] === to[0] || from[1] === to[1] ? null : ofRing(box(from, to))
  const radius_m = distance(from, to)
  return radius_m < 1 ? null : { kind: 'circle', center: from, radius_m }
}

/** The outline shown while drawing. */
export function outline(sketch: Sketch): Position[] {
  if (sketch.tool === 'polygon') return [...sketch.points, sketch.pointer]
  if (sketch.tool === 'freehand') return sketch.points
  const ring =
    sketch.tool === 'rectangle'
      ? box(sketch.from, sketch.to)
      : ringAround(sketch.from, distance(sketch.from, sketch.to))
  return [...ring, ring[0]!]
}

function box([west, south]: Position, [east, north]: Position): Ring {
  return [
    [west!, south!],
    [east!, south!],
    [east!, north!],
    [west!, north!],
  ]
}

function ofRing(ring: Ring): Shape | null {
  return ring.length < 3 ? null : { kind: 'area', polygons: [[ring]] }
}

import type { Position } from 'geojson'
import { type Box, boxOf, overlap, type Piece } from './nearby.ts'

/** New Zealand's coast and lakes, finer than those of the world map; `scripts/coast.ts` writes the file. */
export type CoastFile = {
  box: Box
  /** Steps of a degree. */
  steps: number
  /** Rings as the first point and differences: x, y, dx, dy, … The first ring is land, the others lakes. */
  polygons: number[][][]
}

export function readCoast({ box, steps, polygons }: CoastFile): Coast {
  return { box, polygons: polygons.map((rings) => rings.map((ring) => decode(ring, steps))) }
}

/** The pieces that the fine coast has no better shapes of: New Zealand's within its box are left out. */
export function withoutCoast(pieces: Piece[], { box }: Coast): Piece[] {
  return pieces.filter((piece) => piece.country !== newZealand || !overlap(piece.box, box))
}

/** Polygons of the fine coast that overlap a box. */
export function coastIn({ polygons }: Coast, box: Box): Position[][][] {
  return polygons.filter(([outer]) => overlap(boxOf(outer!), box))
}

/** ISO 3166, as the world map numbers countries. */
const newZealand = '554'

function decode(ring: number[], steps: number): Position[] {
  const points: Position[] = []
  let [x, y] = [0, 0]
  for (let i = 0; i < ring.length; i += 2) {
    x += ring[i]!
    y += ring[i + 1]!
    points.push([x / steps, y / steps])
  }
  return points
}

export type Coast = { box: Box; polygons: Position[][][] }

import type { Position } from 'geojson'

/**
 * Rings as lines, without the segments along the 180th meridian or the pole: these are cuts, not coast.
 */
export function withoutSeam(rings: Position[][]): Position[][] {
  return rings.flatMap(splitRing).map(unwrap)
}

/** A line with continuous longitudes: 180° is followed by 181°, not -179°. */
export function unwrap(line: Position[]): Position[] {
  let last = line[0]?.[0] ?? 0
  return line.map(([lon, lat]) => {
    last = lon! + Math.round((last - lon!) / 360) * 360
    return [last, lat!]
  })
}

/**
 * The rings of a polygon with continuous longitudes. One around a pole (Antarctica) is closed along the edge of the map:
 * the world map gives its coast as a hole in a ring at the pole, or as a ring that ends where it began.
 */
export function unrolled(rings: Position[][]): Position[][] {
  const lines = rings.map(unwrap)
  // The ring at the pole is around it, too.
  const [around] = lines
    .filter((line) => Math.abs(line.at(-1)![0]! - line[0]![0]!) > 180)
    .sort((a, b) => Math.abs(a[0]![1]!) - Math.abs(b[0]![1]!))
  if (!around) return lines
  const [first, last] = [around[0]!, around.at(-1)!]
  const pole = first[1]! < 0 ? -90 : 90
  return [[...around, [last[0]!, pole], [first[0]!, pole], first]]
}

function splitRing(ring: Position[]): Position[][] {
  const lines: Position[][] = []
  let line: Position[] = []
  for (const [index, point] of ring.entries()) {
    if (index > 0 && onSeam(ring[index - 1]!, point)) {
      lines.push(line)
      line = []
    }
    line.push(point)
  }
  lines.push(line)
  return lines.filter((each) => each.length > 1)
}

function onSeam(from: Position, to: Position): boolean {
  const meridian = Math.abs(from[0]!) > 179.9999 && Math.abs(to[0]!) > 179.9999
  const pole = from[1]! < -89.9 && to[1]! < -89.9
  return meridian || pole
}

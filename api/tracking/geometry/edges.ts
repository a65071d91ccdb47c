/**
 * The edges of all rings, normalised to longitudes from -180 to 180, so that edges that meet on the globe meet here.
 */
export type Edges = {
  /** Longitude and latitude of both ends of each. */
  ends: Float64Array
  /** The ring of each edge, and its place in it. */
  ring: Uint32Array
  place: Uint32Array
  /** How many edges each ring has. */
  counts: number[]
  /** Edges that cross the antimeridian, where they are split. */
  across: number
  /** Total length, in degrees. */
  length: number
}

/** @param rings closed, with longitudes that continue past 180°. Edges without length are omitted. */
export function edgesOf(rings: number[][][]): Edges {
  const ends: number[] = []
  const [ring, place]: [number[], number[]] = [[], []]
  const counts: number[] = []
  let [across, length] = [0, 0]
  for (const [number, positions] of rings.entries()) {
    let count = 0
    const west = positions.reduce((least, [lon]) => Math.min(least, lon!), Infinity)
    for (let i = 1; i < positions.length; i++) {
      const [[ax, ay], [bx, by]] = [positions[i - 1] as [number, number], positions[i] as [number, number]]
      if (ax === bx && ay === by) continue
      length += Math.hypot(bx - ax, by - ay)
      const pieces = splitAtAntimeridians(ax, ay, bx, by, west)
      if (pieces.length > 4) across++
      for (let k = 0; k < pieces.length; k += 4) {
        ends.push(pieces[k]!, pieces[k + 1]!, pieces[k + 2]!, pieces[k + 3]!)
        ring.push(number)
        place.push(count++)
      }
    }
    counts.push(count)
  }
  return {
    ends: Float64Array.from(ends),
    ring: Uint32Array.from(ring),
    place: Uint32Array.from(place),
    counts,
    across,
    length,
  }
}

/** West, south, east and north of each edge. */
export function boxesOfEdges({ ends }: Edges): Float64Array {
  const boxes = new Float64Array(ends.length)
  for (let i = 0; i < ends.length; i += 4) {
    boxes[i] = Math.min(ends[i]!, ends[i + 2]!)
    boxes[i + 1] = Math.min(ends[i + 1]!, ends[i + 3]!)
    boxes[i + 2] = Math.max(ends[i]!, ends[i + 2]!)
    boxes[i + 3] = Math.max(ends[i + 1]!, ends[i + 3]!)
  }
  return boxes
}

/**
 * West, south, east and north of each monotone chain: consecutive edges in one quadrant. PostGIS compares these before
 * single edges.
 */
export function boxesOfChains({ ends, ring }: Edges): Float64Array {
  const boxes: number[] = []
  let [before, of] = [-1, -1]
  for (let edge = 0; edge < ring.length; edge++) {
    const [ax, ay, bx, by] = [ends[4 * edge]!, ends[4 * edge + 1]!, ends[4 * edge + 2]!, ends[4 * edge + 3]!]
    const quadrant = (bx >= ax ? 0 : 2) + (by >= ay ? 0 : 1)
    // A ring split at the antimeridian continues elsewhere.
    const continues = ends[4 * edge - 2] === ax && ring[edge] === of
    if (quadrant !== before || !continues) boxes.push(Infinity, Infinity, -Infinity, -Infinity)
    ;[before, of] = [quadrant, ring[edge]!]
    const box = boxes.length - 4
    boxes[box] = Math.min(boxes[box]!, ax, bx)
    boxes[box + 1] = Math.min(boxes[box + 1]!, ay, by)
    boxes[box + 2] = Math.max(boxes[box + 2]!, ax, bx)
    boxes[box + 3] = Math.max(boxes[box + 3]!, ay, by)
  }
  return Float64Array.from(boxes)
}

/** West, south, east and north of each ring that has edges. */
export function boxesOfRings({ ends, ring, counts }: Edges): Float64Array {
  const boxes = new Float64Array(4 * counts.length)
  for (let i = 0; i < boxes.length; i += 4) boxes.set([Infinity, Infinity, -Infinity, -Infinity], i)
  for (let i = 0; i < ends.length; i += 2) {
    const box = 4 * ring[i >> 2]!
    boxes[box] = Math.min(boxes[box]!, ends[i]!)
    boxes[box + 1] = Math.min(boxes[box + 1]!, ends[i + 1]!)
    boxes[box + 2] = Math.max(boxes[box + 2]!, ends[i]!)
    boxes[box + 3] = Math.max(boxes[box + 3]!, ends[i + 1]!)
  }
  return boxes
}

/** The parts of an edge between antimeridians, each with longitudes from -180 to 180. */
function splitAtAntimeridians(ax: number, ay: number, bx: number, by: number, west: number): number[] {
  const first = Math.floor((Math.min(ax, bx) + 180) / 360)
  const last = Math.ceil((Math.max(ax, bx) + 180) / 360) - 1
  // An edge along the antimeridian stays on the side of its ring.
  if (last < first) return moved(ax, ay, bx, by, west < ax ? last : first)
  if (last === first) return moved(ax, ay, bx, by, first)
  const pieces: number[] = []
  let [x, y] = [ax, ay]
  const way = Math.sign(bx - ax)
  for (let world = way > 0 ? first : last; way > 0 ? world < last : world > first; world += way) {
    const cut = 360 * world + 180 * way
    const at = ay + ((by - ay) * (cut - ax)) / (bx - ax)
    pieces.push(...moved(x, y, cut, at, world))
    ;[x, y] = [cut, at]
  }
  pieces.push(...moved(x, y, bx, by, way > 0 ? last : first))
  return pieces
}

const moved = (ax: number, ay: number, bx: number, by: number, world: number) => [
  ax - 360 * world,
  ay,
  bx - 360 * world,
  by,
]

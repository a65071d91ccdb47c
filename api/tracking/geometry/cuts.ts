/** Approximate maximum of edges in a piece of a boundary: `cut_area` in the database stops there. */
const FEW = 60
const DEEPEST = 60

/**
 * Subdivides edges as `halve_area` in the database does, and yields how many each cut crosses: clipping takes time that
 * grows with its square.
 *
 * @param ends longitude and latitude of both ends of each edge
 */
export function* cutsThrough(ends: Float64Array): Generator<Cut> {
  const open: Piece[] = [{ ends, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { ends, depth } = next
    if (ends.length <= 4 * FEW || depth > DEEPEST) continue
    const { axis, middle, other } = cutOf(ends)
    const { halves, crossed } = halve(ends, axis, middle)
    yield { crossed, at: axis === 0 ? [middle, other] : [other, middle], edges: ends.length / 4 }
    for (const half of halves) open.push({ ends: half, depth: depth + 1 })
  }
}

/** Through the middle, along the axis on which fewer edges are expected to cross. */
function cutOf(ends: Float64Array): { axis: 0 | 1; middle: number; other: number } {
  let [west, south, east, north, dx, dy] = [Infinity, Infinity, -Infinity, -Infinity, 0, 0]
  for (let i = 0; i < ends.length; i += 4) {
    const [ax, ay, bx, by] = [ends[i]!, ends[i + 1]!, ends[i + 2]!, ends[i + 3]!]
    west = Math.min(west, ax, bx)
    south = Math.min(south, ay, by)
    east = Math.max(east, ax, bx)
    north = Math.max(north, ay, by)
    dx += Math.abs(bx - ax)
    dy += Math.abs(by - ay)
  }
  const [width, height] = [Math.max(east - west, 1e-12), Math.max(north - south, 1e-12)]
  const [upright, level] = [dx / width, dy / height]
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  const is_upright = upright < 0.8 * level || (level >= 0.8 * upright && width >= height)
  return is_upright ? { axis: 0, middle: lon, other: lat } : { axis: 1, middle: lat, other: lon }
}

function halve(ends: Float64Array, axis: 0 | 1, middle: number): { halves: Float64Array[]; crossed: number } {
  const [lower, upper]: [number[], number[]] = [[], []]
  let crossed = 0
  for (let i = 0; i < ends.length; i += 4) {
    const [ax, ay, bx, by] = [ends[i]!, ends[i + 1]!, ends[i + 2]!, ends[i + 3]!]
    const [a, b] = [ends[i + axis]!, ends[i + axis + 2]!]
    if (a <= middle && b <= middle) lower.push(ax, ay, bx, by)
    else if (a >= middle && b >= middle) upper.push(ax, ay, bx, by)
    else {
      crossed++
      const part = (middle - a) / (b - a)
      const [x, y] = axis === 0 ? [middle, ay + part * (by - ay)] : [ax + part * (bx - ax), middle]
      const [first, second] = a < b ? [lower, upper] : [upper, lower]
      first.push(ax, ay, x, y)
      second.push(x, y, bx, by)
    }
  }
  return { halves: [Float64Array.from(lower), Float64Array.from(upper)], crossed }
}

type Piece = { ends: Float64Array; depth: number }
export type Cut = { crossed: number; at: [lon: number, lat: number]; edges: number }

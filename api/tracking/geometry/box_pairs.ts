const NODE = 16

/**
 * Finds all pairs of intersecting boxes, each once, by joining a packed R-tree with itself. It works in steps of at
 * most 256 comparisons, so that the caller can bound the work.
 *
 * @param boxes west, south, east and north of each, one after the other
 * @yields the pairs of a step as a flat list of box numbers, often empty
 */
export function* boxPairs(boxes: Float64Array): Generator<number[]> {
  const order = byPlace(boxes)
  const levels = [permuted(boxes, order)]
  while (levels.at(-1)!.length > 4) levels.push(grouped(levels.at(-1)!))
  const open = [levels.length - 1, 0, 0]
  while (open.length > 0) {
    const [b, a, level] = [open.pop()!, open.pop()!, open.pop()!]
    if (level === 0) continue
    const below = levels[level - 1]!
    const pairs: number[] = []
    const [end_a, end_b] = [a, b].map((node) => Math.min((node + 1) * NODE, below.length / 4)) as [number, number]
    for (let i = a * NODE; i < end_a; i++) {
      // A node joined with itself gives each pair once; above the leaves a child is also joined with itself.
      const from = a === b ? (level === 1 ? i + 1 : i) : b * NODE
      for (let j = from; j < end_b; j++) {
        if (!meet(below, 4 * i, 4 * j)) continue
        if (level === 1) pairs.push(order[i]!, order[j]!)
        else open.push(level - 1, i, j)
      }
    }
    yield pairs
  }
}

function meet(boxes: Float64Array, i: number, j: number): boolean {
  return (
    boxes[i]! <= boxes[j + 2]! &&
    boxes[j]! <= boxes[i + 2]! &&
    boxes[i + 1]! <= boxes[j + 3]! &&
    boxes[j + 1]! <= boxes[i + 3]!
  )
}

/** Box numbers in Z-order of the centres, so that neighbours are in the same node. */
function byPlace(boxes: Float64Array): Uint32Array {
  const count = boxes.length / 4
  const [west, south, east, north] = extent(boxes, 0, count)
  const scale = 65_535 / (2 * Math.max(east - west, north - south) || 1)
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const x = (boxes[4 * i]! + boxes[4 * i + 2]! - 2 * west) * scale
    const y = (boxes[4 * i + 1]! + boxes[4 * i + 3]! - 2 * south) * scale
    // The box number is in the low digits: typed arrays sort fast only without a comparator.
    keys[i] = ((spread(x) | (spread(y) << 1)) >>> 0) * 2 ** 20 + i
  }
  return Uint32Array.from(keys.sort(), (key) => key % 2 ** 20)
}

/** 16 bits with a zero between each two. */
function spread(value: number): number {
  let bits = value & 0xffff
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}

function permuted(boxes: Float64Array, order: Uint32Array): Float64Array {
  const sorted = new Float64Array(boxes.length)
  for (let i = 0; i < sorted.length; i++) sorted[i] = boxes[4 * order[i >> 2]! + (i & 3)]!
  return sorted
}

function grouped(boxes: Float64Array): Float64Array {
  const count = boxes.length / 4
  const nodes = new Float64Array(4 * Math.ceil(count / NODE))
  for (let node = 0; node < nodes.length / 4; node++) {
    nodes.set(extent(boxes, node * NODE, Math.min(count, (node + 1) * NODE)), 4 * node)
  }
  return nodes
}

function extent(boxes: Float64Array, from: number, to: number): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 4 * from; i < 4 * to; i += 4) {
    west = Math.min(west, boxes[i]!)
    south = Math.min(south, boxes[i + 1]!)
    east = Math.max(east, boxes[i + 2]!)
    north = Math.max(north, boxes[i + 3]!)
  }
  return [west, south, east, north]
}

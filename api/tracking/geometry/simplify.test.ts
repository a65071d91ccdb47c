import { describe, expect, it } from 'vitest'
import * as areas from '../../../tests/seeds/areas.ts'
import { checkComplexity } from './check.ts'
import { offset } from './deviation.ts'
import { simplifyPolygons } from './simplify.ts'

type Ring = number[][]
const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size], // biome-ignore format: corners
  [west, south + size],
  [west, south], // biome-ignore format: corners
]
const count = (polygons: Ring[][]) => polygons.flat(2).length

describe('a simplified area', () => {
  it.each<[string, areas.Area, number]>([
    ['a coast', areas.coast(20_000), 500],
    ['a coast across 180°', areas.coast(5_000, { lon: 180 }), 300],
    ['a noisy recording', areas.shakyField(5_000), 200],
    ['a comb', areas.comb(2_000), 300],
    ['a spiral', areas.spiral(800), 400],
  ])('%s has at most the positions that are wanted, and crosses itself nowhere', async (_, { coordinates }, most) => {
    const { polygons, positions, error_m } = await simplifyPolygons(coordinates, most)
    expect(positions).toBe(count(polygons))
    expect(positions).toBeLessThanOrEqual(most)
    expect(error_m).toBeGreaterThan(0)
    expect(crossings(polygons.flat())).toBe(0)
    await checkComplexity(polygons.flat())
  })

  it('lies nowhere further from the outline than it says', async () => {
    const { coordinates } = areas.coast(3_000)
    const { polygons, error_m } = await simplifyPolygons(coordinates, 200)
    const ring = polygons[0]![0]!
    const distances = coordinates[0]![0]!.map((vertex) =>
      Math.min(...ring.slice(1).map((b, i) => offset(vertex, ring[i]!, b))),
    )
    const furthest = distances.reduce((a, b) => Math.max(a, b))
    expect(furthest).toBeLessThanOrEqual(error_m + 1e-9)
    expect(furthest).toBeGreaterThan(error_m / 3)
  })

  it('keeps its holes and parts, each inside where it was', async () => {
    const [outer] = areas.coast(2_000).coordinates[0]!
    const holes = [square(173, -42, 0.5), square(174.5, -40, 0.5)]
    const { polygons } = await simplifyPolygons([[outer!, ...holes], [square(190, -40, 1)]], 40)
    expect(polygons.map((rings) => rings.length)).toEqual([3, 1])
    expect(polygons[0]!.slice(1)).toEqual(holes)
    expect(crossings(polygons.flat())).toBe(0)
  })

  it('does not pass over a hole beside a notch', async () => {
    // The shortest way over the notch would cut the hole in it off.
    const outer = [[0, 0], [10, 0], [10, 10], [6, 10], [5, 10.2], [4, 10], [0, 10], [0, 0]] // biome-ignore format: a ring
    const hole = [[4.9, 10.05], [5.1, 10.05], [5, 10.1], [4.9, 10.05]] // biome-ignore format: a ring
    const { polygons } = await simplifyPolygons([[outer, hole]], 4 + 5)
    expect(polygons[0]![0]).toContainEqual([5, 10.2])
  })

  it('with too many parts keeps them all, and says how many positions remain', async () => {
    const { coordinates } = areas.islands(400)
    const { positions, polygons } = await simplifyPolygons(coordinates, 50)
    expect(polygons).toHaveLength(coordinates.length)
    expect(positions).toBe(count(polygons))
    expect(positions).toBeGreaterThan(50)
  })

  it('is as drawn when it is small enough', async () => {
    const polygons = [[square(0, 0, 1)]]
    expect(await simplifyPolygons(polygons, 5)).toEqual({ polygons, positions: 5, error_m: 0 })
  })
})

function crossings(rings: Ring[]): number {
  const edges = rings.flatMap((ring) => ring.slice(1).map((b, i) => [ring[i]!, b] as const))
  let found = 0
  for (const [i, [a, b]] of edges.entries()) {
    for (const [c, d] of edges.slice(i + 1)) {
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) found++
    }
  }
  return found
}

const side = (a: number[], b: number[], p: number[]) =>
  Math.sign((b[0]! - a[0]!) * (p[1]! - a[1]!) - (b[1]! - a[1]!) * (p[0]! - a[0]!))

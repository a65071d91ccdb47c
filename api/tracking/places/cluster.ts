import { setImmediate } from 'node:timers/promises'
import { type LonLat, mapVector, metresBetween, toGlobe, toSpace, type Vector } from './globe.ts'

/**
 * Finds where stops repeat. A place is where most stops are within `REACH_M`; it grows while what lies about it is nearly
 * as dense, as a yard is, and not where a gap or a lone stop follows. Each stop is of one place at most, the denser one.
 *
 * @param least stops of a place
 * @returns the places with their stops, those with most first
 */
export async function clusterStops<Stop extends LonLat>(
  stops: readonly Stop[],
  least: number,
): Promise<Cluster<Stop>[]> {
  const grid = new Grid(stops)
  const clusters: Cluster<Stop>[] = []
  let began = performance.now()
  for (const seed of grid.seeds()) {
    if (performance.now() - began > TURN_MS) {
      await setImmediate()
      began = performance.now()
    }
    const near = grid.settle(seed)
    if (near.members.length < least) continue
    const { centre, members } = grid.grow(near)
    grid.take(members)
    // Of all of them, however they are spread: a circle of this radius has every stop.
    const radius_m = Math.max(...members.map((i) => metresBetween(centre, grid.points[i]!)))
    clusters.push({ ...toGlobe(centre), radius_m, stops: members.map((i) => stops[i]!) })
  }
  return clusters.sort((a, b) => b.stops.length - a.stops.length)
}

/** Stops by the cube of space that they are in. */
class Grid {
  readonly points: Vector[]
  readonly #cells = new Map<number, number[]>()
  readonly #taken: Uint8Array

  constructor(stops: readonly LonLat[]) {
    this.points = stops.map(toSpace)
    this.#taken = new Uint8Array(stops.length)
    for (const [i, point] of this.points.entries()) {
      const key = keyOf(cellOf(point))
      const cell = this.#cells.get(key)
      if (cell) cell.push(i)
      else this.#cells.set(key, [i])
    }
  }

  /** Where to begin: the middle of each small cube, those with most stops first. */
  *seeds(): Generator<Vector> {
    const cubes = [...this.#cells.values()].flatMap((cell) => [...this.#parts(cell)])
    for (const cube of cubes.sort((a, b) => b.length - a.length)) {
      const free = cube.filter((i) => !this.#taken[i])
      if (free.length > 0) yield this.#mean(free)
    }
  }

  /** Moves to the middle of what is within reach, until that stays. */
  settle(seed: Vector): Part {
    let part = { centre: seed, radius: REACH_M, members: this.#within(seed, REACH_M) }
    for (let i = 0; i < MOST_STEPS && part.members.length > 0; i++) {
      const centre = this.#mean(part.members)
      const members = this.#within(centre, REACH_M)
      const is_settled = metresBetween(centre, part.centre) < 1
      part = { centre, radius: REACH_M, members }
      if (is_settled) break
    }
    return part
  }

  grow(part: Part): Part {
    let { centre, radius, members } = part
    while (radius < MOST_RADIUS_M) {
      const wider = Math.min(MOST_RADIUS_M, radius * GROWTH)
      const all = this.#within(centre, wider)
      const about = (all.length - members.length) / (wider ** 2 - radius ** 2)
      if (about < EVEN * (members.length / radius ** 2)) break
      centre = this.#mean(all)
      radius = wider
      members = this.#within(centre, radius)
    }
    return { centre, radius, members }
  }

  take(members: readonly number[]): void {
    for (const i of members) this.#taken[i] = 1
  }

  #within(centre: Vector, radius: number): number[] {
    const found: number[] = []
    const [low, high] = [-1, 1].map((side) => cellOf(mapVector(centre, (x) => x + side * radius)))
    for (let x = low![0]; x <= high![0]; x++)
      for (let y = low![1]; y <= high![1]; y++)
        for (let z = low![2]; z <= high![2]; z++) {
          for (const i of this.#cells.get(keyOf([x, y, z])) ?? []) {
            if (!this.#taken[i] && metresBetween(centre, this.points[i]!) <= radius) found.push(i)
          }
        }
    return found
  }

  #parts(cell: readonly number[]) {
    const parts = new Map<number, number[]>()
    for (const i of cell) {
      const [x, y, z] = mapVector(this.points[i]!, (metres) => Math.floor(metres / PART_M) & 3)
      const key = (x * 4 + y) * 4 + z
      const part = parts.get(key)
      if (part) part.push(i)
      else parts.set(key, [i])
    }
    return parts.values()
  }

  #mean(members: readonly number[]): Vector {
    let [x, y, z] = [0, 0, 0]
    for (const i of members) {
      const point = this.points[i]!
      x += point[0]
      y += point[1]
      z += point[2]
    }
    const { length } = members
    return [x / length, y / length, z / length]
  }
}

const cellOf = (point: Vector): Vector => [
  Math.floor(point[0] / CELL_M),
  Math.floor(point[1] / CELL_M),
  Math.floor(point[2] / CELL_M),
]

/** Each index has 17 bits: three are exact in a number. */
const keyOf = ([x, y, z]: Vector) => ((x + HALF) * 2 * HALF + y + HALF) * 2 * HALF + z + HALF

const HALF = 2 ** 16
const CELL_M = 100
/** A quarter of it. */
const PART_M = 25
/** Of a stop to the middle of its place: what positions vary by, and where people park. */
const REACH_M = 60
const MOST_RADIUS_M = 300
const GROWTH = 1.5
/** How dense it is about a place, as a share of its own density, for the place to be larger. */
const EVEN = 0.25
const MOST_STEPS = 5
/** Milliseconds after which others of the process have their turn. */
const TURN_MS = 20

/** @property radius_m of the circle that has all of its stops */
export type Cluster<Stop> = LonLat & { radius_m: number; stops: Stop[] }
type Part = { centre: Vector; radius: number; members: number[] }

import { setImmediate } from 'node:timers/promises'
import { type AppError, wrong } from '../../http/errors.ts'
import { boxPairs } from './box_pairs.ts'
import { contactOf } from './contacts.ts'
import { cutsThrough } from './cuts.ts'
import { boxesOfChains, boxesOfEdges, boxesOfRings, type Edges, edgesOf } from './edges.ts'

/**
 * Limits for areas. PostGIS compares all edges with intersecting boxes, repairs areas ring by ring, and cannot be
 * interrupted: everything that its time and memory grow with is bounded before.
 */
export const areaLimits = {
  vertices: 100_000,
  /** Places where edges cross or overlap. */
  crossings: 16,
  /** Pairs of edges with intersecting boxes: this many, and two for each edge. The same for monotone chains. */
  edge_pairs: 100_000,
  /** Pairs of rings with intersecting boxes: this many, and twenty for each ring. */
  ring_pairs: 100_000,
  /** Edges crossed by one cut when the area is subdivided. */
  cut: 2_000,
  /** Edges across the antimeridian. */
  across: 1_000,
  /** Total length of all edges, in degrees. */
  length: 5_000,
  /** For invalid areas only: pairs of edges that touch in a vertex without being neighbours. */
  touches: 64,
  /** For invalid areas only: rings times positions. */
  repaired: 50_000_000,
  /** For invalid areas only: pairs of nested rings, beyond four for each ring. */
  nested: 64,
}

/**
 * Refuses areas that would be too expensive for the database: with many self-intersections, or too dense. The check
 * itself is bounded, and yields to other requests.
 *
 * @param rings of all polygons together, closed, with longitudes that continue past 180°
 * @throws {AppError} bad_request on `geometry` that names a place
 */
export async function checkComplexity(rings: number[][][]): Promise<Complexity> {
  const edges = edgesOf(rings)
  const size = rings.length * (edges.ends.length / 4)
  const complexity: Complexity = { size, touches: 0, touch: null, nested: 0, nest: null }
  await checkEdges(edges, complexity)
  await checkChains(edges)
  await checkNesting(edges, complexity)
  await checkCuts(edges)
  if (edges.length > areaLimits.length) {
    throw refusal(`its edges are ${Math.round(edges.length)}° long together, at most ${areaLimits.length}° are taken`)
  }
  if (edges.across > areaLimits.across) {
    throw refusal(`crosses the antimeridian ${edges.across} times, at most ${areaLimits.across} are taken`)
  }
  return complexity
}

/**
 * Refuses invalid areas that would take long to repair.
 *
 * @param fault a place where the area is invalid, if known
 * @throws {AppError} bad_request on `geometry` that names a place
 */
export function checkRepairable({ size, touches, touch, nested, nest }: Complexity, fault: Place | null): void {
  if (size > areaLimits.repaired) {
    const at = fault ? `, for example at ${coordinates(fault)}` : ''
    throw refusal(`crosses or touches itself${at}, and has too many rings and positions to be repaired`)
  }
  if (touches > areaLimits.touches) throw refusal(`touches itself too often, for example at ${coordinates(touch!)}`)
  if (nested > areaLimits.nested)
    throw refusal(`too many rings lie in one another, for example at ${coordinates(nest!)}`)
}

async function checkEdges(edges: Edges, complexity: Complexity): Promise<void> {
  const most = areaLimits.edge_pairs + edges.ends.length / 2
  let [count, crossings] = [0, 0]
  await eachStep(boxesOfEdges(edges), most, tooDense, (pairs) => {
    for (let k = 0; k < pairs.length; k += 2) {
      const [i, j] = [pairs[k]!, pairs[k + 1]!]
      const contact = contactOf(edges, i, j)
      if (contact?.kind === 'crossing' && ++crossings > areaLimits.crossings) {
        const often = `crosses or overlaps itself more than ${areaLimits.crossings} times`
        throw refusal(`${often}, for example at ${coordinates(contact.at)}`)
      }
      if (contact?.kind === 'touch') {
        complexity.touches++
        complexity.touch = contact.at
      }
      if (++count > most) throw tooDense(`, for example at ${coordinates(edges.ends.subarray(4 * i))}`)
    }
  })
}

async function checkChains(edges: Edges): Promise<void> {
  const boxes = boxesOfChains(edges)
  const most = areaLimits.edge_pairs + boxes.length / 2
  let count = 0
  await eachStep(boxes, most, tooDense, (pairs) => {
    count += pairs.length / 2
    if (count > most) throw tooDense(`, for example at ${coordinates(boxes.subarray(4 * pairs[0]!))}`)
  })
}

async function checkCuts(edges: Edges): Promise<void> {
  let [work, began] = [0, performance.now()]
  const most = 2_000_000 + 10 * edges.ends.length
  for (const cut of cutsThrough(edges.ends)) {
    work += cut.edges
    if (cut.crossed > areaLimits.cut || work > most) throw tooDense(`, for example at ${coordinates(cut.at)}`)
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
}

/** Counts rings nested more than four deep. */
async function checkNesting(edges: Edges, complexity: Complexity): Promise<void> {
  const boxes = boxesOfRings(edges)
  const most = areaLimits.ring_pairs + 5 * boxes.length
  const within = new Uint32Array(boxes.length / 4)
  const tooMany = (at: string) => refusal(`too many rings lie side by side or in one another${at}`)
  let count = 0
  await eachStep(boxes, most, tooMany, (pairs) => {
    for (let k = 0; k < pairs.length; k += 2) {
      const [i, j] = [pairs[k]!, pairs[k + 1]!]
      const inner = isInside(boxes, i, j) ? i : isInside(boxes, j, i) ? j : null
      if (inner !== null && ++within[inner]! > 4) {
        complexity.nested++
        complexity.nest = [boxes[4 * inner]!, boxes[4 * inner + 1]!]
      }
      if (++count > most) throw tooMany(`, for example at ${coordinates(boxes.subarray(4 * i))}`)
    }
  })
}

function isInside(boxes: Float64Array, inner: number, outer: number): boolean {
  const [i, o] = [4 * inner, 4 * outer]
  const lower = boxes[i]! >= boxes[o]! && boxes[i + 1]! >= boxes[o + 1]!
  return lower && boxes[i + 2]! <= boxes[o + 2]! && boxes[i + 3]! <= boxes[o + 3]!
}

async function eachStep(
  boxes: Float64Array,
  most: number,
  tooMany: (at: string) => AppError,
  take: (pairs: number[]) => void,
): Promise<void> {
  let [began, steps] = [performance.now(), 0]
  for (const pairs of boxPairs(boxes)) {
    take(pairs)
    if (++steps > most) throw tooMany('')
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
}

/** Milliseconds of work before yielding to other requests. */
const SLICE_MS = 8

const tooDense = (at: string) => refusal(`too many edges lie close together${at}; a simpler outline is needed`)
const refusal = (reason: string) => wrong('geometry', `${reason}.`)

/** Longitude and latitude; five decimals are a metre. */
function coordinates(place: ArrayLike<number>): string {
  const [lon, lat] = [place[0]!, place[1]!]
  return `${Number(lon.toFixed(5))}, ${Number(lat.toFixed(5))}`
}

/** Measures that only matter if the area is invalid, with a place for each. */
export type Complexity = { size: number; touches: number; touch: Place | null; nested: number; nest: Place | null }
type Place = [lon: number, lat: number]

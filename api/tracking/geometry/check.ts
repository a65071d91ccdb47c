import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../http/errors.ts'
import { boxPairs } from './box_pairs.ts'
import { contactOf } from './contacts.ts'
import { cutsThrough } from './cuts.ts'
import { boxesOfEdges, boxesOfRings, boxesOfStretches, type Edges, edgesOf } from './edges.ts'

/**
 * What PostGIS may be given. It compares all edges whose boxes meet, repairs an area ring by ring, and can be stopped by
 * nothing, so all that its time and memory grow with is bounded before.
 */
export const areaLimits = {
  vertices: 100_000,
  /** Places where edges cross, or lie on one another. */
  crossings: 16,
  /** Pairs of edges whose boxes meet: so many, and two for each edge. The same for stretches of edges. */
  edge_pairs: 100_000,
  /** Pairs of rings whose boxes meet: so many, and twenty for each ring. */
  ring_pairs: 100_000,
  /** Edges that a cut goes through when the area is cut into pieces. */
  cut: 2_000,
  /** Edges over the antimeridian. */
  across: 1_000,
  /** Of all edges together, in degrees. */
  length: 5_000,
  /** Only where the area is not valid: pairs of edges that meet in a corner without being neighbours. */
  touches: 64,
  /** Likewise: rings times positions. */
  repaired: 50_000_000,
  /** Likewise: pairs of rings that lie in one another, beside four for each ring. */
  nested: 64,
}

/**
 * Refuses areas that would keep the database busy: those that cross themselves more than now and then, and those that
 * are too dense. Its own work is bounded too, and makes way for other requests.
 *
 * @param rings of all polygons together, closed, with longitudes that go on past 180°
 * @throws {AppError} bad_request on `geometry` that says where
 */
export async function checkComplexity(rings: number[][][]): Promise<Complexity> {
  const edges = edgesOf(rings)
  const size = rings.length * (edges.ends.length / 4)
  const found: Complexity = { size, touches: 0, touch: null, nested: 0, nest: null }
  await checkEdges(edges, found)
  await checkStretches(edges)
  await checkNesting(edges, found)
  await checkCuts(edges)
  if (edges.length > areaLimits.length) {
    throw refusal(`its edges are ${Math.round(edges.length)}° long together, at most ${areaLimits.length}° are taken`)
  }
  if (edges.across > areaLimits.across) {
    throw refusal(`crosses the antimeridian ${edges.across} times, at most ${areaLimits.across} are taken`)
  }
  return found
}

/**
 * Refuses what is not valid and would take long to repair.
 *
 * @param fault where it is not valid, if that is known
 * @throws {AppError} bad_request on `geometry` that says where
 */
export function checkRepairable({ size, touches, touch, nested, nest }: Complexity, fault: Place | null): void {
  if (size > areaLimits.repaired) {
    const at = fault ? `, for example at ${words(fault)}` : ''
    throw refusal(`crosses or touches itself${at}, and has too many rings and positions to be repaired`)
  }
  if (touches > areaLimits.touches) throw refusal(`touches itself too often, for example at ${words(touch!)}`)
  if (nested > areaLimits.nested) throw refusal(`too many rings lie in one another, for example at ${words(nest!)}`)
}

async function checkEdges(edges: Edges, found: Complexity): Promise<void> {
  const most = areaLimits.edge_pairs + edges.ends.length / 2
  let [count, crossings] = [0, 0]
  await eachStep(boxesOfEdges(edges), most, tooDense, (pairs) => {
    for (let k = 0; k < pairs.length; k += 2) {
      const [i, j] = [pairs[k]!, pairs[k + 1]!]
      const contact = contactOf(edges, i, j)
      if (contact?.kind === 'crossing' && ++crossings > areaLimits.crossings) {
        const often = `crosses or overlaps itself more than ${areaLimits.crossings} times`
        throw refusal(`${often}, for example at ${words(contact.at)}`)
      }
      if (contact?.kind === 'touch') {
        found.touches++
        found.touch = contact.at
      }
      if (++count > most) throw tooDense(`, for example at ${words(edges.ends.subarray(4 * i))}`)
    }
  })
}

async function checkStretches(edges: Edges): Promise<void> {
  const boxes = boxesOfStretches(edges)
  const most = areaLimits.edge_pairs + boxes.length / 2
  let count = 0
  await eachStep(boxes, most, tooDense, (pairs) => {
    count += pairs.length / 2
    if (count > most) throw tooDense(`, for example at ${words(boxes.subarray(4 * pairs[0]!))}`)
  })
}

async function checkCuts(edges: Edges): Promise<void> {
  let [work, began] = [0, performance.now()]
  const most = 2_000_000 + 10 * edges.ends.length
  for (const cut of cutsThrough(edges.ends)) {
    work += cut.edges
    if (cut.crossed > areaLimits.cut || work > most) throw tooDense(`, for example at ${words(cut.at)}`)
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
}

/** A ring may lie in four others for nothing: an island in a lake on an island is one in three. */
async function checkNesting(edges: Edges, found: Complexity): Promise<void> {
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
        found.nested++
        found.nest = [boxes[4 * inner]!, boxes[4 * inner + 1]!]
      }
      if (++count > most) throw tooMany(`, for example at ${words(boxes.subarray(4 * i))}`)
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

/** Others are served in between. */
const SLICE_MS = 8

const tooDense = (at: string) => refusal(`too many edges lie close together${at}; a simpler outline is needed`)
const refusal = (reason: string) => new AppError('bad_request', `geometry: ${reason}.`, 'geometry')

/** Longitude and latitude; five decimals are a metre. */
function words(place: ArrayLike<number>): string {
  const [lon, lat] = [place[0]!, place[1]!]
  return `${Number(lon.toFixed(5))}, ${Number(lat.toFixed(5))}`
}

/** What is no harm as long as the area is valid, with a place for each. */
export type Complexity = { size: number; touches: number; touch: Place | null; nested: number; nest: Place | null }
type Place = [lon: number, lat: number]

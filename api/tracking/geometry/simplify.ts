import { setImmediate } from 'node:timers/promises'
import KDBush from 'kdbush'
import TinyQueue from 'tinyqueue'
import { wrong } from '../../http/errors.ts'
import { chainError, offset } from './deviation.ts'

type Position = number[]
type Polygons = Position[][][]

/**
 * Simplifies polygons to at most `most` positions, as far as that is possible. Vertices are left out one by one, the one
 * with the least deviation first, and only where the triangle with its neighbours holds no other vertex: then no edge
 * can cross another that did not before, and holes stay in their polygons. No ring is lost. Yields to other requests.
 *
 * @param polygons with closed rings, and longitudes that continue past 180°
 * @returns the polygons, their positions, and the largest distance in metres between the two outlines
 * @throws {AppError} bad_request for an outline that is too dense to be searched
 */
export async function simplifyPolygons(polygons: Polygons, most: number): Promise<Simplified> {
  const outline = new Outline(polygons.flat())
  let began = performance.now()
  for (let left = outline.positions; left > most && outline.leaveOut(); left = outline.positions) {
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
  const rings = outline.rings()
  let at = 0
  return {
    polygons: polygons.map((polygon) => polygon.map(() => rings[at++]!)),
    positions: outline.positions,
    error_m: outline.error_m(),
  }
}

/** The vertices of closed rings, each linked with its neighbours. */
class Outline {
  /** With the closing positions. */
  positions: number
  readonly #at: Position[]
  /** The first vertex of each ring, and the end of the last. */
  readonly #starts: number[] = []
  readonly #ringOf: Uint32Array
  readonly #sizes: number[] = []
  readonly #before: Uint32Array
  readonly #after: Uint32Array
  readonly #is_left_out: Uint8Array
  /** At most how far what was left out lies from the edge that begins at a vertex, in metres. */
  readonly #errors: Float64Array
  /** Counts changes of a vertex's neighbours: older candidates are skipped. */
  readonly #changes: Uint32Array
  readonly #candidates = new TinyQueue<Candidate>([], (a, b) => a.error - b.error || a.span - b.span)
  /** Vertices that one in their triangle keeps from being left out, by that one. */
  readonly #kept_by = new Map<number, number[]>()
  #index: KDBush
  #indexed: number[]
  #left_out_since = 0
  /** Vertices compared with triangles. */
  #searched = 0

  constructor(rings: Position[][]) {
    const open = rings.map((ring) => ring.slice(0, -1))
    this.#at = open.flat()
    const count = this.#at.length
    this.positions = count + rings.length
    this.#ringOf = new Uint32Array(count)
    this.#before = new Uint32Array(count)
    this.#after = new Uint32Array(count)
    this.#is_left_out = new Uint8Array(count)
    this.#errors = new Float64Array(count)
    this.#changes = new Uint32Array(count)
    let start = 0
    for (const [r, { length }] of open.entries()) {
      this.#starts.push(start)
      this.#sizes.push(length)
      for (let i = 0; i < length; i++) {
        this.#ringOf[start + i] = r
        this.#before[start + i] = start + ((i + length - 1) % length)
        this.#after[start + i] = start + ((i + 1) % length)
      }
      start += length
    }
    this.#starts.push(start)
    this.#indexed = this.#at.map((_, i) => i)
    this.#index = this.#makeIndex()
    for (let i = 0; i < count; i++) this.#consider(i)
  }

  /** Leaves out one vertex. @returns false when none can be */
  leaveOut(): boolean {
    for (let next = this.#candidates.pop(); next; next = this.#candidates.pop()) {
      const { vertex, error, change } = next
      if (this.#is_left_out[vertex] || this.#changes[vertex] !== change) continue
      const ring = this.#ringOf[vertex]!
      if (this.#sizes[ring]! <= 3) continue
      const keeper = this.#keeperOf(vertex)
      if (keeper !== null) {
        const kept = this.#kept_by.get(keeper)
        if (kept) kept.push(vertex)
        else this.#kept_by.set(keeper, [vertex])
        continue
      }
      this.#remove(vertex, ring, error)
      return true
    }
    return false
  }

  rings(): Position[][] {
    return this.#sizes.map((_, r) => {
      const ring: Position[] = []
      for (let i = this.#starts[r]!; i < this.#starts[r + 1]!; i++) if (!this.#is_left_out[i]) ring.push(this.#at[i]!)
      return [...ring, ring[0]!]
    })
  }

  /** Exact, where the bounds of single edges are not. */
  error_m(): number {
    let error = 0
    for (let i = 0; i < this.#at.length; i++) {
      if (!this.#is_left_out[i]) error = Math.max(error, this.#chainError(i, this.#after[i]!))
    }
    return error
  }

  #remove(vertex: number, ring: number, error: number): void {
    const [before, after] = [this.#before[vertex]!, this.#after[vertex]!]
    this.#is_left_out[vertex] = 1
    this.#after[before] = after
    this.#before[after] = before
    this.#errors[before] = error
    this.#sizes[ring]!--
    this.positions--
    if (++this.#left_out_since > this.#indexed.length / 2) this.#reindex()
    this.#consider(before)
    this.#consider(after)
    for (const kept of this.#kept_by.get(vertex) ?? []) if (!this.#is_left_out[kept]) this.#consider(kept)
    this.#kept_by.delete(vertex)
  }

  /** Queues a vertex by the deviation that leaving it out would make. */
  #consider(vertex: number): void {
    const [before, after] = [this.#before[vertex]!, this.#after[vertex]!]
    const span = this.#spanOf(before, after)
    // Of a long chain a bound is enough: exact values would take the square of its length.
    const error =
      span <= EXACT_SPAN
        ? this.#chainError(before, after)
        : offset(this.#at[vertex]!, this.#at[before]!, this.#at[after]!) +
          Math.max(this.#errors[before]!, this.#errors[vertex]!)
    const change = ++this.#changes[vertex]!
    this.#candidates.push({ vertex, error, span, change })
  }

  /** A vertex in the triangle that a vertex makes with its neighbours, edges included. */
  #keeperOf(vertex: number): number | null {
    const [before, after] = [this.#before[vertex]!, this.#after[vertex]!]
    const [a, b, c] = [this.#at[before]!, this.#at[vertex]!, this.#at[after]!]
    const found = this.#index.range(
      Math.min(a[0]!, b[0]!, c[0]!),
      Math.min(a[1]!, b[1]!, c[1]!),
      ...([Math.max(a[0]!, b[0]!, c[0]!), Math.max(a[1]!, b[1]!, c[1]!)] as [number, number]),
    )
    this.#searched += found.length
    if (this.#searched > MOST_SEARCHED) throw wrong('geometry', 'its edges lie too close together to be simplified.')
    for (const i of found) {
      const other = this.#indexed[i]!
      if (other === before || other === vertex || other === after || this.#is_left_out[other]) continue
      if (isInTriangle(this.#at[other]!, a, b, c)) return other
    }
    return null
  }

  /** Vertices from one of a ring to another, also over the ring's end. */
  #spanOf(from: number, to: number): number {
    const ring = this.#ringOf[from]!
    return to > from ? to - from : to - from + this.#starts[ring + 1]! - this.#starts[ring]!
  }

  #chainError(from: number, to: number): number {
    const ring = this.#ringOf[from]!
    return chainError(this.#at, {
      from,
      span: this.#spanOf(from, to),
      start: this.#starts[ring]!,
      end: this.#starts[ring + 1]!,
    })
  }

  #reindex(): void {
    this.#indexed = this.#indexed.filter((i) => !this.#is_left_out[i])
    this.#index = this.#makeIndex()
    this.#left_out_since = 0
  }

  #makeIndex(): KDBush {
    const index = new KDBush(this.#indexed.length)
    for (const i of this.#indexed) index.add(this.#at[i]![0]!, this.#at[i]![1]!)
    return index.finish()
  }
}

function isInTriangle(p: Position, a: Position, b: Position, c: Position): boolean {
  const [ab, bc, ca] = [side(p, a, b), side(p, b, c), side(p, c, a)]
  return !((ab < 0 || bc < 0 || ca < 0) && (ab > 0 || bc > 0 || ca > 0))
}

const side = (p: Position, a: Position, b: Position) =>
  (b[0]! - a[0]!) * (p[1]! - a[1]!) - (b[1]! - a[1]!) * (p[0]! - a[0]!)

/** Milliseconds of work before yielding to other requests. */
const SLICE_MS = 8
const EXACT_SPAN = 200
/** Some seconds of work. A coast of 100 000 positions takes a hundredth of it. */
const MOST_SEARCHED = 50_000_000

type Candidate = { vertex: number; error: number; span: number; change: number }
export type Simplified = { polygons: Polygons; positions: number; error_m: number }

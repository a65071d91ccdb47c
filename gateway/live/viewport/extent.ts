import { degreesAt } from './viewport.ts'

const COLUMNS = 256

/**
 * The smallest bounding box of points in the Mercator plane, in one pass: it leaves out the widest gap in longitude.
 */
export class Extent {
  #west = new Float64Array(COLUMNS).fill(Number.POSITIVE_INFINITY)
  #east = new Float64Array(COLUMNS).fill(Number.NEGATIVE_INFINITY)
  #north = Number.POSITIVE_INFINITY
  #south = Number.NEGATIVE_INFINITY

  add(x: number, y: number): void {
    const fraction = x - Math.floor(x)
    const column = Math.floor(fraction * COLUMNS)
    if (fraction < this.#west[column]!) this.#west[column] = fraction
    if (fraction > this.#east[column]!) this.#east[column] = fraction
    if (y < this.#north) this.#north = y
    if (y > this.#south) this.#south = y
  }

  /** @returns west, south, east, north to a hundredth of a degree; east is never less than west */
  degrees(): [number, number, number, number] | null {
    const used = [...this.#west.keys()].filter((column) => this.#west[column]! <= 1)
    if (used.length === 0) return null
    let [west, gap] = [0, -1]
    let before = this.#east[used.at(-1)!]! - 1
    for (const column of used) {
      if (this.#west[column]! - before > gap) [west, gap] = [this.#west[column]!, this.#west[column]! - before]
      before = this.#east[column]!
    }
    const lon = west * 360 - 180
    const [south, north] = [degreesAt(0, this.#south).lat, degreesAt(0, this.#north).lat]
    const edges = [lon, south, lon + (1 - gap) * 360, north].map((edge) => Math.round(edge * 100) / 100)
    return edges as [number, number, number, number]
  }
}

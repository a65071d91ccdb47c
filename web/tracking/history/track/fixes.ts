import type { Fix, Numbers } from './fix.ts'

const fields = ['at', 'lon', 'lat', 'altitude', 'heading', 'speed', 'accuracy'] as const

/** The points of a track in columns: millions of them fit into a browser. */
export class Fixes implements Iterable<Fix> {
  length = 0
  /** A value that is missing is NaN. */
  #columns = columnsOf(1024)

  add(fix: Numbers): void {
    if (this.length === this.#columns.at.length) {
      const wider = columnsOf(2 * this.length)
      for (const field of fields) wider[field].set(this.#columns[field])
      this.#columns = wider
    }
    for (const field of fields) this.#columns[field][this.length] = fix[field] ?? Number.NaN
    this.length++
  }

  /** Puts them in the order of their times; those of the same time stay in the order of the file. */
  sort(): void {
    const { at } = this.#columns
    let is_sorted = true
    for (let i = 1; i < this.length && is_sorted; i++) is_sorted = at[i - 1]! <= at[i]!
    if (is_sorted) return
    const order = Uint32Array.from({ length: this.length }, (_, i) => i).sort((a, b) => at[a]! - at[b]!)
    const sorted = columnsOf(this.length)
    for (const field of fields) {
      for (let i = 0; i < this.length; i++) sorted[field][i] = this.#columns[field][order[i]!]!
    }
    this.#columns = sorted
  }

  /** As `POST track/import` takes it. */
  get(i: number): Fix {
    const { at, lon, lat } = this.#columns
    const fix: Fix = {
      fix_at: new Date(at[i]!).toISOString(),
      position: { type: 'Point', coordinates: [lon[i]!, lat[i]!] },
    }
    for (const field of ['altitude', 'heading', 'speed', 'accuracy'] as const) {
      const value = this.#columns[field][i]!
      if (!Number.isNaN(value)) fix[field] = value
    }
    return fix
  }

  slice(from: number, to: number): Fix[] {
    return Array.from({ length: Math.min(to, this.length) - from }, (_, i) => this.get(from + i))
  }

  *[Symbol.iterator](): Iterator<Fix> {
    for (let i = 0; i < this.length; i++) yield this.get(i)
  }
}

const columnsOf = (length: number) =>
  Object.fromEntries(fields.map((field) => [field, new Float64Array(length)])) as Record<Field, Float64Array>

type Field = (typeof fields)[number]

/**
 * What a temperature was in a period, against the range that it should keep: pure. A value holds until the next one, for
 * at most `hold_ms`; a longer pause is a gap from its beginning to its end, of which nothing is assumed.
 */
export class RangeLog {
  readonly #period: LogPeriod
  readonly #range: Range
  readonly #cells: Cell[]
  readonly #excursions: Excursion[] = []
  readonly #gaps: Gap[] = []
  #held: Held | null = null
  #excursion: Excursion | null = null
  #cell = 0
  #least: number | null = null
  #greatest: number | null = null
  #readings = 0

  /** Values may be added from `hold_ms` before the period, and should be until `hold_ms` after it. */
  constructor(period: LogPeriod, range: Range) {
    this.#period = period
    this.#range = range
    this.#cells = period.begins.flatMap((from, index) => {
      const until = Math.min(period.begins[index + 1] ?? period.until, period.until)
      const none = { last: null, least: null, greatest: null, readings: 0, above_ms: 0, below_ms: 0, gap_ms: 0 }
      return until > from ? [{ from, until, ...none }] : []
    })
  }

  /** Adds a value, in the order of time. */
  add(at: number, value: number): void {
    const side = sideOf(value, this.#range)
    this.#settle(at)
    if (at >= this.#period.until) {
      this.#held = { at, side }
      return
    }
    if (this.#excursion && this.#excursion.side !== side) this.#close(at)
    if (side === null) this.#excursion = null
    // What was before the period is judged by the value that holds when it begins.
    else if (this.#excursion === null || at <= this.#period.from) this.#excursion = this.#open(side, at, value)
    else if (isWorse(value, this.#excursion)) Object.assign(this.#excursion, { worst: value, worst_at: at })
    this.#held = { at, side }
    if (at >= this.#period.from) this.#count(at, value)
  }

  /** Call once, after the last value. */
  finish(): RangeResult {
    const { from, until } = this.#period
    const ended = this.#held !== null && this.#held.at >= until
    if (!ended) this.#settle(until)
    if (this.#excursion) this.#keep({ ...this.#excursion, until: null })
    const sumOf = (name: 'above_ms' | 'below_ms' | 'gap_ms') => this.#cells.reduce((sum, cell) => sum + cell[name], 0)
    const [outside_ms, gap_ms] = [sumOf('above_ms') + sumOf('below_ms'), sumOf('gap_ms')]
    const whole = Math.max(0, until - from)
    return {
      cells: this.#cells,
      excursions: this.#excursions,
      gaps: this.#gaps,
      least: this.#least,
      greatest: this.#greatest,
      readings: this.#readings,
      inside_ms: whole - outside_ms - gap_ms,
      outside_ms,
      gap_ms,
    }
  }

  /** Ends the time of the value before: it has held, or there was a gap. */
  #settle(at: number): void {
    const { from, until, hold_ms } = this.#period
    const held = this.#held
    if (held && held.at >= until) return
    const begin = Math.max(held?.at ?? from, from)
    const end = Math.min(at, until)
    const is_gap = held === null || at - held.at > hold_ms
    if (is_gap && this.#excursion) this.#close(held!.at, true)
    if (end <= begin) return
    if (is_gap) this.#gaps.push({ from: begin, until: end })
    this.#spend(begin, end, is_gap ? 'gap_ms' : held.side && `${held.side}_ms`)
  }

  #spend(begin: number, end: number, name: 'above_ms' | 'below_ms' | 'gap_ms' | null): void {
    if (name === null) return
    for (let index = this.#cellAt(begin); index < this.#cells.length; index++) {
      const cell = this.#cells[index]!
      if (cell.from >= end) return
      cell[name] += Math.min(end, cell.until) - Math.max(begin, cell.from)
    }
  }

  #count(at: number, value: number): void {
    const cell = this.#cells[this.#cellAt(at)]!
    cell.last = value
    cell.least = Math.min(cell.least ?? value, value)
    cell.greatest = Math.max(cell.greatest ?? value, value)
    cell.readings++
    this.#least = Math.min(this.#least ?? value, value)
    this.#greatest = Math.max(this.#greatest ?? value, value)
    this.#readings++
  }

  /** Times only rise, so the search continues where it was. */
  #cellAt(at: number): number {
    while (this.#cell + 1 < this.#cells.length && this.#cells[this.#cell]!.until <= at) this.#cell++
    return this.#cell
  }

  #open(side: Side, at: number, value: number): Excursion {
    return { side, from: at, until: null, worst: value, worst_at: at, before: at < this.#period.from, then_gap: false }
  }

  #close(at: number, then_gap = false): void {
    this.#keep({ ...this.#excursion!, until: at, then_gap })
    this.#excursion = null
  }

  #keep(excursion: Excursion): void {
    const { from } = this.#period
    if (excursion.until !== null && (excursion.until < from || (excursion.before && excursion.until <= from))) return
    this.#excursions.push({ ...excursion, from: Math.max(excursion.from, from) })
  }
}

export const hasRange = ({ low, high }: Range): boolean => low !== null || high !== null

const sideOf = (value: number, { low, high }: Range): Side | null =>
  low !== null && value < low ? 'below' : high !== null && value > high ? 'above' : null

const isWorse = (value: number, { side, worst }: Excursion) => (side === 'above' ? value > worst : value < worst)

/** Milliseconds since 1970, as all times here. */
export type LogPeriod = {
  from: number
  /** Not included; now at the latest. */
  until: number
  /** When each interval begins; the first is `from`. */
  begins: number[]
  hold_ms: number
}
export type Range = { low: number | null; high: number | null }
export type Side = 'above' | 'below'
/** An interval of the log. */
export type Cell = {
  from: number
  until: number
  last: number | null
  least: number | null
  greatest: number | null
  readings: number
  above_ms: number
  below_ms: number
  gap_ms: number
}
export type Excursion = {
  side: Side
  from: number
  /** When it came back, or the values ended; null while it lasts at the end of the period. */
  until: number | null
  worst: number
  worst_at: number
  /** It had begun before the period. */
  before: boolean
  /** It is not known how it ended. */
  then_gap: boolean
}
export type Gap = { from: number; until: number }
export type RangeResult = {
  cells: Cell[]
  excursions: Excursion[]
  gaps: Gap[]
  least: number | null
  greatest: number | null
  readings: number
  inside_ms: number
  outside_ms: number
  gap_ms: number
}
type Held = { at: number; side: Side | null }

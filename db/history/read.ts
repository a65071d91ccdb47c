import { Cancelled } from '../cancelling.ts'
import type { ArchivedEvent, Column } from './event.ts'
import { columnsOfFilter, type EventFilter, groupMayMatch, matcher, partMayMatch } from './filter.ts'
import { columnNames } from './parquet/format.ts'
import { type Group, type ParquetFile, rangeOf } from './parquet/parquet_file.ts'
import { type Values, valueAt } from './parquet/values.ts'
import type { Part, Readable } from './parts.ts'
import type { HistoryStore } from './store.ts'

/**
 * Reads events of closed days in order of fix time or id, in pages. Files are sorted by tracker, so the order is made
 * window by window: a window is as wide as some `window_rows` events are expected to be. Stop reading and the rest is
 * not read.
 *
 * @example
 * const parts = await listParts(db, { organisation_ids: [1], from, to })
 * for await (const page of readEvents(store, parts, { filter, order: 'fix_at', descending: true, limit: 50 })) …
 * @throws {DamagedHistory}
 * @throws {Cancelled} when `signal` is aborted
 */
export async function* readEvents<C extends Column = Column>(
  store: HistoryStore,
  readable: Readable,
  query: EventQuery<C>,
): AsyncGenerator<StoredEvent<C>[]> {
  const { filter, order, descending = false, after, limit = Infinity, window_rows = WINDOW_ROWS } = query
  const columns = (query.columns ?? columnNames) as C[]
  const reading = new Reading(store, filter, readable, { columns, order, signal: query.signal })
  const candidates = readable.parts.filter((part) => partMayMatch(part, filter))
  const estimate = (part: Part) => reading.estimate(part)
  const left = new Windows(candidates, { filter, order, descending, after, estimate })
  const goal = Math.max(Math.min(limit * 1.2, window_rows), 1)
  let count = 0
  for (let window = await left.next(goal); window; window = await left.next(goal)) {
    const rows = await reading.collect(window, 2 * window_rows)
    if (!rows) {
      left.narrow()
      continue
    }
    left.accept(rows.length)
    const sorted = rows.sort(comparing(order, descending))
    const found = after ? sorted.filter((row) => isAfter(row, after, order, descending)) : sorted
    for (let at = 0; at < found.length && count < limit; at += PAGE) {
      const page = found.slice(at, Math.min(at + PAGE, at + limit - count))
      count += page.length
      yield page
    }
    if (count >= limit) return
  }
}

/** Counts events, reading only the columns that the filter looks at; whole files are counted by their rows. */
export async function countEvents(
  store: HistoryStore,
  readable: Readable,
  { filter, signal, most = Infinity }: { filter: EventFilter; signal?: AbortSignal | undefined; most?: number },
): Promise<number> {
  const reading = new Reading(store, filter, readable, { columns: [], order: null, signal })
  let count = 0
  for (const part of readable.parts) {
    if (count > most) break
    if (partMayMatch(part, filter)) count += await reading.count(part)
  }
  return count
}

class Reading<C extends Column> {
  readonly #store: HistoryStore
  readonly #filter: EventFilter
  readonly #matches: ReturnType<typeof matcher>
  readonly #readable: Readable
  readonly #first: Column[]
  readonly #rest: Column[]
  readonly #columns: readonly C[]
  readonly #order: Order | null
  readonly #signal: AbortSignal | undefined
  #whole: { backend_key: string; file: ParquetFile } | null = null

  constructor(store: HistoryStore, filter: EventFilter, readable: Readable, { columns, order, signal }: How<C>) {
    this.#store = store
    this.#filter = filter
    this.#readable = readable
    this.#matches = matcher(filter, readable)
    const keys: Column[] = order === null ? [] : ['fix_at', 'id']
    this.#first = [...new Set([...columnsOfFilter(filter, readable), ...keys])]
    this.#rest = columns.filter((column) => !this.#first.includes(column))
    this.#columns = columns
    this.#order = order
    this.#signal = signal
  }

  /** @returns the events of a window in any order; null if there are more than `most` */
  async collect({ parts, low, high }: Window, most: number): Promise<StoredEvent<C>[] | null> {
    const order = this.#order!
    const rows: StoredEvent<C>[] = []
    // To and fro, so that each window begins with what the one before has left decoded.
    const is_back = this.#store.turn()
    const ordered = <T>(list: T[]) => (is_back ? list.toReversed() : list)
    for (const part of ordered(parts)) {
      const file = await this.#open(part)
      const groups = file.groups.filter((group) => {
        const range = rangeOf(group, order)
        return !(range && (range[1] < low || range[0] > high)) && groupMayMatch(group, this.#filter)
      })
      const source = this.#sourceOf(part, file, groups)
      for (const group of ordered(groups)) {
        const found = await this.#readGroup(part, source, group, low, high)
        if (rows.length + found.length > most && high > low) return null
        for (const row of found) rows.push(row)
      }
    }
    return rows
  }

  /** A file of which most row groups are read is read as a whole; the next window often is of the same. */
  #sourceOf({ backend_key }: Part, file: ParquetFile, groups: readonly Group[]): ParquetFile {
    if (2 * groups.length <= file.groups.length) return file
    if (this.#whole?.backend_key !== backend_key) this.#whole = { backend_key, file: file.whole() }
    return this.#whole.file
  }

  async count(part: Part): Promise<number> {
    if (this.#isWhole(part)) return part.events
    const file = await this.#open(part)
    const groups = file.groups.filter((group) => groupMayMatch(group, this.#filter))
    const source = this.#sourceOf(part, file, groups)
    let count = 0
    for (const group of groups) {
      this.#check()
      const values = await source.readGroup(group, this.#first)
      for (let i = 0; i < group.rows; i++) if (this.#matches(values as never, i)) count++
    }
    return count
  }

  /** The events of a file that match, at most. */
  async estimate(part: Part): Promise<number> {
    if (this.#isWhole(part)) return part.events
    const groups = (await this.#open(part)).groups.filter((group) => groupMayMatch(group, this.#filter))
    return groups.reduce((sum, { rows }) => sum + rows, 0)
  }

  /** Whether all events of a file match. */
  #isWhole(part: Part): boolean {
    const { tracker_ids, from, to, ...others } = this.#filter
    if (tracker_ids || Object.values(others).some((value) => value !== null && value !== undefined)) return false
    const { removed, changed, hidden } = this.#readable
    if (changed.isWithin(part) || hidden?.isWithin(part)) return false
    for (const id of removed) if (id >= part.first_tracker_id && id <= part.last_tracker_id) return false
    return (from ?? -Infinity) <= part.first_fix_at && (to ?? Infinity) >= part.last_fix_at
  }

  async #readGroup(part: Part, file: ParquetFile, group: Group, low: number, high: number): Promise<StoredEvent<C>[]> {
    this.#check()
    const first = (await file.readGroup(group, this.#first)) as Record<string, ArrayLike<unknown>>
    const keys = first[this.#order!] as ArrayLike<number>
    const matching: number[] = []
    for (let i = 0; i < group.rows; i++) {
      if (keys[i]! >= low && keys[i]! <= high && this.#matches(first as never, i)) matching.push(i)
    }
    if (matching.length === 0) return []
    const rest = this.#rest.length > 0 ? await file.readGroup(group, this.#rest) : {}
    const values = { ...first, ...rest } as Record<string, Values>
    const { organisation_id } = part
    const { id: ids, fix_at } = first as Record<'id' | 'fix_at', ArrayLike<unknown>>
    return matching.map((i) => {
      const row: Record<string, unknown> = { organisation_id, id: ids[i], fix_at: fix_at[i] }
      for (const column of this.#columns) row[column] = valueAt(values[column]!, i)
      return row as StoredEvent<C>
    })
  }

  #open(part: Part): Promise<ParquetFile> {
    this.#check()
    return this.#store.open(part)
  }

  #check(): void {
    if (this.#signal?.aborted) throw new Cancelled()
  }
}

/** Cuts the span of all files into windows of the key, adapting their width to how many events they had. */
class Windows {
  readonly #parts: Part[]
  readonly #descending: boolean
  readonly #ends: readonly ['first_fix_at', 'last_fix_at'] | readonly ['first_id', 'last_id']
  /** Where the next window begins: its lowest key, or its highest where the order is descending. */
  #at: number
  readonly #end: number
  readonly #estimate: Estimate
  readonly #estimates = new Map<Part, number>()
  #factor = 1
  #width = 0
  #goal = 0

  constructor(parts: Part[], { filter, order, descending, after, estimate }: Span) {
    this.#parts = parts
    this.#estimate = estimate
    this.#descending = descending
    this.#ends = order === 'id' ? ['first_id', 'last_id'] : ['first_fix_at', 'last_fix_at']
    const [first, last] = this.#ends
    let low = Math.min(...parts.map((part) => part[first]))
    let high = Math.max(...parts.map((part) => part[last]))
    if (order === 'fix_at') {
      low = Math.max(low, filter.from ?? -Infinity)
      high = Math.min(high, filter.to ?? Infinity)
    }
    const from = after && (order === 'id' ? after.id : after.fix_at)
    this.#at = descending ? Math.min(high, from ?? Infinity) : Math.max(low, from ?? -Infinity)
    this.#end = descending ? low : high
  }

  /** @returns the next window; null at the end */
  async next(goal: number): Promise<Window | null> {
    this.#goal = goal
    const [first, last] = this.#ends
    const down = this.#descending
    const left = this.#parts.filter((part) => (down ? part[first] <= this.#at : part[last] >= this.#at))
    if (left.length === 0 || (down ? this.#at < this.#end : this.#at > this.#end)) return null
    // Skips a span without files.
    const nearest = down ? Math.max(...left.map((part) => part[last])) : Math.min(...left.map((part) => part[first]))
    this.#at = down ? Math.min(this.#at, nearest) : Math.max(this.#at, nearest)
    const here = left.filter((part) => part[first] <= this.#at && part[last] >= this.#at)
    let density = 0
    for (const part of here) {
      const events = this.#estimates.get(part) ?? (await this.#estimate(part))
      this.#estimates.set(part, events)
      density += events / (part[last] - part[first] + 1)
    }
    const longest = Math.max(...here.map((part) => part[last] - part[first] + 1))
    this.#width = Math.max(1, Math.ceil(density > 0 ? (goal / density) * this.#factor : longest))
    const [low, high] = down
      ? [Math.max(this.#at - this.#width + 1, this.#end), this.#at]
      : [this.#at, Math.min(this.#at + this.#width - 1, this.#end)]
    return { low, high, parts: left.filter((part) => part[first] <= high && part[last] >= low) }
  }

  /** The last window was too wide: the next one begins where it did. */
  narrow(): void {
    this.#factor = (this.#factor * Math.max(1, Math.floor(this.#width / 4))) / this.#width
  }

  accept(rows: number): void {
    this.#at += this.#descending ? -this.#width : this.#width
    if (rows < this.#goal / 16) this.#factor *= 16
    else if (rows < this.#goal / 2) this.#factor *= 2
    else if (rows > this.#goal * 1.5) this.#factor /= 2
  }
}

type Key = { fix_at: number; id: number }

function comparing(order: Order, descending: boolean): (a: object, b: object) => number {
  const sign = descending ? -1 : 1
  return order === 'id'
    ? (a, b) => sign * ((a as Key).id - (b as Key).id)
    : (a, b) => sign * ((a as Key).fix_at - (b as Key).fix_at || (a as Key).id - (b as Key).id)
}

function isAfter(row: object, after: Key, order: Order, descending: boolean): boolean {
  return comparing(order, descending)(row, after) > 0
}

/** Rows of a window, about 20 MB with all columns. */
const WINDOW_ROWS = 30_000
const PAGE = 2000

type Order = 'fix_at' | 'id'
type How<C> = { columns: readonly C[]; order: Order | null; signal: AbortSignal | undefined }
type Window = { parts: Part[]; low: number; high: number }
type Estimate = (part: Part) => Promise<number>
type Span = { filter: EventFilter; order: Order; descending: boolean; after: Key | undefined; estimate: Estimate }

/** An event of an organisation, with the columns that were asked for; `id` and `fix_at` are always there. */
export type StoredEvent<C extends Column = Column> = Pick<ArchivedEvent, C | 'id' | 'fix_at'> & {
  organisation_id: number
}

export type EventQuery<C extends Column = Column> = {
  filter: EventFilter
  order: Order
  descending?: boolean
  /** All, if not given. */
  columns?: readonly C[]
  /** Begins after this event, in the order of the query. */
  after?: Key | undefined
  limit?: number
  signal?: AbortSignal | undefined
  /** How many events are sorted at a time: what is in memory. */
  window_rows?: number
}

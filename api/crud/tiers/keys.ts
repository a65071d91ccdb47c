import { cursorOf, type Order, readCursor } from '../order.ts'
import type { ListRequest } from '../resource.ts'
import type { Key, KeyRange } from './source.ts'

/** The key of a row of the table, which has `sort_key` beside its columns. */
export function keyOf({ is_id }: Order, row: Record<string, unknown>): Key {
  const id = row.id as number
  return { id, key: is_id ? id : microsecondsOf(row.sort_key as string) }
}

/** The cursor after a key. */
export const cursorAfter = (order: Order, { key, id }: Key): string =>
  cursorOf(order, { id, sort_key: order.is_id ? null : isoOf(key) })

/** The part of a list behind its cursor, if it has one. */
export function rangeOf(order: Order, { query }: ListRequest, until: Key | null = null): KeyRange {
  const by = order.is_id ? 'id' : order.sort.replace('-', '')
  const { descending } = order
  if (query.after === undefined) return { by, descending, after: null, until }
  const [sort_key, id] = readCursor(order, query.after)
  const after = keyOf(order, { id, sort_key })
  // A time in another form than ours is understood by PostgreSQL alone, which then excludes the rows before it.
  return { by, descending, after: Number.isFinite(after.key) ? after : null, until }
}

/** Negative if a row comes before another in the order of the list. */
export function compare({ descending }: Pick<Order, 'descending'>, a: Key, b: Key): number {
  const difference = a.key - b.key || a.id - b.id
  return descending ? -difference : difference
}

/** Merges sorted rows, up to `size`. A row that is in both is taken once: it has moved between the two reads. */
export function merge<T extends { at: Key }>(
  order: Pick<Order, 'descending'>,
  stored: T[],
  archived: T[],
  size: number,
): T[] {
  const merged: T[] = []
  for (let i = 0, j = 0; merged.length < size && (i < stored.length || j < archived.length); ) {
    const [a, b] = [stored[i], archived[j]]
    const before = !a ? 1 : !b ? -1 : compare(order, a.at, b.at)
    merged.push(before <= 0 ? a! : b!)
    if (before <= 0) i++
    if (before >= 0) j++
  }
  return merged
}

/** Microseconds since 1970 of an ISO time in UTC, as PostgreSQL writes it; exact until the year 2255. */
export function microsecondsOf(iso: string): number {
  const fraction = /\.(\d+)Z$/.exec(iso)?.[1] ?? ''
  const seconds = Date.parse(fraction ? iso.replace(`.${fraction}`, '') : iso) / 1000
  return seconds * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

export function isoOf(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  const fraction = String(microseconds - seconds * 1_000_000).padStart(6, '0')
  return new Date(seconds * 1000).toISOString().replace('.000Z', `.${fraction}Z`)
}

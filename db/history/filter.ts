import type { Column } from './event.ts'
import { type Group, rangeOf, type ValuesOf } from './parquet/parquet_file.ts'
import type { Part, Readable } from './parts.ts'

/** Which events are read. A filter that is missing or null does not filter. */
export type EventFilter = {
  /** Of the trackers that the viewer may see; null for all of the organisations. */
  tracker_ids?: ReadonlySet<number> | null
  id?: number | null
  /** Microseconds since 1970, both inclusive. */
  from?: number | null
  to?: number | null
  outside_boundary?: boolean | null
  repeated?: boolean | null
  late?: boolean | null
  valid?: boolean | null
  event?: string | null
  alarm?: string | null
  /** A part of `event`, in any case: `event ilike '%…%'`. */
  search?: string | null
}

/** The columns that a filter looks at. */
export function columnsOfFilter(filter: EventFilter, { removed, changed, hidden }: LeftOut): Column[] {
  const columns = new Set<Column>()
  if (filter.tracker_ids || removed.size > 0) columns.add('tracker_id')
  if (!changed.isEmpty) columns.add('tracker_id').add('fix_at').add('digest')
  if (hidden && !hidden.isEmpty) columns.add('tracker_id').add('fix_at')
  for (const name of simple) if (filter[name] !== null && filter[name] !== undefined) columns.add(name)
  if (isSet(filter.from) || isSet(filter.to)) columns.add('fix_at')
  if (isSet(filter.search)) columns.add('event')
  return [...columns]
}

/** Compiles a filter to a test of a row. */
export function matcher(filter: EventFilter, { removed, changed, hidden }: LeftOut): Matcher {
  const { tracker_ids, from, to, search } = filter
  const tests: Matcher[] = []
  if (tracker_ids) tests.push((values, i) => tracker_ids.has(values.tracker_id[i] as number))
  if (removed.size > 0) tests.push((values, i) => !removed.has(values.tracker_id[i] as number))
  if (!changed.isEmpty) {
    tests.push(
      ({ tracker_id, fix_at, digest }, i) =>
        !changed.has(tracker_id[i] as number, fix_at[i] as number, digest[i] as number),
    )
  }
  if (hidden && !hidden.isEmpty) {
    tests.push(({ tracker_id, fix_at }, i) => !hidden.has(tracker_id[i] as number, fix_at[i] as number))
  }
  for (const name of simple) {
    const value = filter[name]
    if (isSet(value)) tests.push((values, i) => values[name][i] === value)
  }
  if (isSet(from)) tests.push((values, i) => (values.fix_at[i] as number) >= from)
  if (isSet(to)) tests.push((values, i) => (values.fix_at[i] as number) <= to)
  if (isSet(search)) {
    const lower = search.toLowerCase()
    tests.push((values, i) => (values.event[i] as string).toLowerCase().includes(lower))
  }
  return (values, i) => {
    for (const test of tests) if (!test(values, i)) return false
    return true
  }
}

/** Whether a file may hold such events. */
export function partMayMatch(part: Part, { tracker_ids, id, from, to }: EventFilter): boolean {
  if (isSet(id) && (id < part.first_id || id > part.last_id)) return false
  if (isSet(from) && part.last_fix_at < from) return false
  if (isSet(to) && part.first_fix_at > to) return false
  return !tracker_ids || hasWithin(tracker_ids, part.first_tracker_id, part.last_tracker_id)
}

/** The part of a file's span of time that the filter wants, from 0 to 1. */
export function shareOfTime({ first_fix_at, last_fix_at }: Part, { from, to }: EventFilter): number {
  const within = Math.min(last_fix_at, to ?? Infinity) - Math.max(first_fix_at, from ?? -Infinity) + 1
  return Math.max(0, within) / (last_fix_at - first_fix_at + 1)
}

/** Whether a row group may hold such events, by its statistics. */
export function groupMayMatch(group: Group, filter: EventFilter): boolean {
  const { tracker_ids, from, to } = filter
  const fix_at = rangeOf(group, 'fix_at')
  if (fix_at && ((isSet(from) && fix_at[1] < from) || (isSet(to) && fix_at[0] > to))) return false
  const trackers = rangeOf(group, 'tracker_id')
  if (trackers && tracker_ids && !hasWithin(tracker_ids, ...trackers)) return false
  for (const name of ['id', 'outside_boundary', 'repeated', 'late', 'valid'] as const) {
    const value = filter[name]
    if (!isSet(value)) continue
    const range = rangeOf(group, name)
    // Without a range all are null.
    if (!range || Number(value) < range[0] || Number(value) > range[1]) return false
  }
  return true
}

/** What of a filter the statistics of a row group leave open: all its events are within the rest. */
export function leftOf(filter: EventFilter, group: Group): EventFilter {
  const left = { ...filter }
  const fix_at = rangeOf(group, 'fix_at')
  if (fix_at && isSet(left.from) && fix_at[0] >= left.from) left.from = null
  if (fix_at && isSet(left.to) && fix_at[1] <= left.to) left.to = null
  if (isSet(left.valid)) {
    const valid = rangeOf(group, 'valid')
    if (valid && valid[0] === valid[1] && valid[0] === Number(left.valid)) left.valid = null
  }
  return left
}

function hasWithin(ids: ReadonlySet<number>, first: number, last: number): boolean {
  if (last - first < ids.size) {
    for (let id = first; id <= last; id++) if (ids.has(id)) return true
    return false
  }
  for (const id of ids) if (id >= first && id <= last) return true
  return false
}

const isSet = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
const simple = ['id', 'outside_boundary', 'repeated', 'late', 'valid', 'event', 'alarm'] as const

type Matcher = (values: ValuesOf, row: number) => boolean
/** What of files does not count for a reader. */
type LeftOut = Pick<Readable, 'removed' | 'changed' | 'hidden'>

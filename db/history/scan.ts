import { Cancelled } from '../cancelling.ts'
import type { Column } from './event.ts'
import { columnsOfFilter, type EventFilter, groupMayMatch, leftOf, matcher, partMayMatch } from './filter.ts'
import type { ParquetFile, ValuesOf } from './parquet/parquet_file.ts'
import type { Readable } from './parts.ts'
import type { HistoryStore } from './store.ts'

/**
 * Has what a scan will read decoded in another thread, so that it is there when the files before have been followed. What
 * is wrong with a file is said when it is read.
 */
export function prepareScan(store: HistoryStore, readable: Readable, { filter, columns }: Scan): void {
  const read = columnsToRead(readable, { filter, columns })
  for (const part of readable.parts) {
    if (!partMayMatch(part, filter)) continue
    store.open(part).then(
      (file) => file.prepare(groupsOf(file, filter), read),
      () => {},
    )
  }
}

/**
 * Reads columns of the events that match, row group by row group, in the order of the files: by tracker, then by time. No
 * object is made for an event, so that millions can be read.
 *
 * @throws {DamagedHistory}
 * @throws {Cancelled} when `signal` is aborted
 */
export async function* scanEvents<C extends Column>(
  store: HistoryStore,
  readable: Readable,
  { filter, columns, signal }: Scan<C>,
): AsyncGenerator<{ values: ValuesOf<C>; runs: Run[] }> {
  const read = columnsToRead(readable, { filter, columns })
  const parts = readable.parts.filter((part) => partMayMatch(part, filter))
  for (const [i, part] of parts.entries()) {
    // The first ones of the next files; each once.
    const ahead = i === 0 ? parts.slice(1, 1 + AHEAD) : parts.slice(i + AHEAD, i + AHEAD + 1)
    prepareScan(store, { ...readable, parts: ahead }, { filter, columns })
    const file = await store.open(part)
    const groups = groupsOf(file, filter)
    const source = 2 * groups.length > file.groups.length ? file.whole() : file
    for (const group of groups) {
      if (signal?.aborted) throw new Cancelled()
      const values = await source.readGroup(group, read)
      const runs = runsOf(values as ValuesOf, group.rows, matcher(leftOf(filter, group), readable))
      if (runs.length > 0) yield { values: values as ValuesOf<C>, runs }
    }
  }
}

function runsOf(values: ValuesOf, rows: number, matches: ReturnType<typeof matcher>): Run[] {
  const runs: Run[] = []
  for (let i = 0; i < rows; i++) {
    if (!matches(values, i)) continue
    const begin = i++
    while (i < rows && matches(values, i)) i++
    runs.push([begin, i])
  }
  return runs
}

const groupsOf = ({ groups }: ParquetFile, filter: EventFilter) => groups.filter((one) => groupMayMatch(one, filter))

const columnsToRead = (readable: Readable, { filter, columns }: Scan): Column[] => [
  ...new Set<Column>([...columns, ...columnsOfFilter(filter, readable)]),
]

/** Files that are decoded while one is followed. */
const AHEAD = 3

/** Rows that follow each other: the first one, and the one after the last. */
type Run = [from: number, to: number]
type Scan<C extends Column = Column> = { filter: EventFilter; columns: readonly C[]; signal?: AbortSignal | undefined }

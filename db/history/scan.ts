import { Cancelled } from '../cancelling.ts'
import type { Column } from './event.ts'
import { columnsOfFilter, type EventFilter, groupMayMatch, matcher, partMayMatch } from './filter.ts'
import type { ValuesOf } from './parquet/parquet_file.ts'
import type { Readable } from './parts.ts'
import type { HistoryStore } from './store.ts'

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
  { filter, columns, signal }: { filter: EventFilter; columns: readonly C[]; signal?: AbortSignal | undefined },
): AsyncGenerator<{ values: ValuesOf<C>; rows: number[] }> {
  const matches = matcher(filter, readable)
  const read = [...new Set<Column>([...columns, ...columnsOfFilter(filter, readable)])]
  for (const part of readable.parts) {
    if (!partMayMatch(part, filter)) continue
    const file = await store.open(part)
    const groups = file.groups.filter((group) => groupMayMatch(group, filter))
    const source = 2 * groups.length > file.groups.length ? file.whole() : file
    for (const group of groups) {
      if (signal?.aborted) throw new Cancelled()
      const values = await source.readGroup(group, read)
      const rows: number[] = []
      for (let i = 0; i < group.rows; i++) if (matches(values as never, i)) rows.push(i)
      if (rows.length > 0) yield { values: values as ValuesOf<C>, rows }
    }
  }
}

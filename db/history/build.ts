import { type Change, noChange } from './chain/link.ts'
import type { ChangedEvents, ChangeNote } from './changes/events.ts'
import { type ArchivedEvent, compareEvents } from './event.ts'
import { type HotSpan, readHotRows } from './hot_rows.ts'
import { columnNames, PART_ROWS } from './parquet/format.ts'
import { eventsOf, type Values } from './parquet/values.ts'
import type { Part } from './parts.ts'
import type { HistoryStore } from './store.ts'
import type { Work } from './work.ts'
import type { WrittenFile } from './write.ts'

/**
 * Writes files with the rows of a span and the events of the files that they replace, without those of deleted trackers.
 * An event that is in both is the file's, unless it was changed since: then what the file has of it is left out. Nothing is changed but that there are new files, which no row names yet.
 */
export async function buildFiles(work: Work, building: Building): Promise<Built> {
  const { span, most, replaced, removed } = building
  const { db, store, writer, step } = work
  const { organisation_id, day } = span
  const files: WrittenFile[] = []
  const merged: MergedKeys = { tracker_id: [], fix_at: [], digest: [] }
  const tally = new Tally(removed)
  let in_file = 0
  let tracker_id = -1
  const write = async (events: ArchivedEvent[]) => {
    let pending: ArchivedEvent[] = []
    for (const event of events) {
      if (in_file === 0 || (in_file >= PART_ROWS && event.tracker_id !== tracker_id)) {
        if (in_file > 0) {
          await writer.add(pending)
          pending = []
          files.push(await writer.finish())
        }
        await writer.begin({ organisation_id, day })
        in_file = 0
      }
      tracker_id = event.tracker_id
      in_file++
      pending.push(event)
    }
    if (pending.length > 0) await writer.add(pending)
  }
  try {
    const hot = span.from_tracker_id < span.to_tracker_id ? readHotRows(db, span, most) : noPages()
    for await (const { events, keys } of mergePages(hot, readFiles(store, building, tally), tally)) {
      await step()
      // A partition that is closed is emptied as a whole.
      for (const key of span.closing ? [] : keys) {
        merged.tracker_id.push(key.tracker_id)
        merged.fix_at.push(key.fix_at)
        merged.digest.push(key.digest)
      }
      await write(events.filter((event) => !removed.has(event.tracker_id)))
    }
    if (in_file > 0) files.push(await writer.finish())
    return { organisation_id, day, files, replaced, merged, followed: followedBy(building), change: tally.finish() }
  } catch (error) {
    await writer.abort()
    await removeFiles(store, files)
    throw error
  }
}

/** Removes files without a row. Failed removals are repeated later, with the unknown files. */
export async function removeFiles(store: HistoryStore, files: WrittenFile[]): Promise<void> {
  for (const { backend, backend_key } of files) {
    await store
      .backendOf(backend)
      .remove(backend_key)
      .catch(() => {})
  }
}

/** The notes of events that these files no longer hold as they were: those of the files' day and trackers. */
function followedBy({ span, replaced, changed }: Building): ChangeNote[] {
  const { organisation_id, day, from_tracker_id, to_tracker_id } = span
  const ranges = [
    { first_tracker_id: from_tracker_id, last_tracker_id: to_tracker_id - 1 },
    ...replaced.map(({ first_tracker_id, last_tracker_id }) => ({ first_tracker_id, last_tracker_id })),
  ]
  return changed.notes.filter(
    (note) =>
      note.organisation_id === organisation_id &&
      new Date(note.fix_at / 1000).toISOString().startsWith(day) &&
      ranges.some(
        ({ first_tracker_id, last_tracker_id }) =>
          note.tracker_id >= first_tracker_id && note.tracker_id <= last_tracker_id,
      ),
  )
}

/** All events of files in their order, but those that were changed. The files have trackers of their own. */
async function* readFiles(
  store: HistoryStore,
  { replaced, changed, new_ids }: Building,
  tally: Tally,
): AsyncGenerator<ArchivedEvent[]> {
  for (const part of [...replaced].sort((a, b) => a.first_tracker_id - b.first_tracker_id)) {
    const file = (await store.open(part)).whole()
    for (const group of file.groups) {
      const values = (await file.readGroup(group, columnNames)) as Record<string, Values>
      const events = eventsOf(values, group.rows)
      for (const event of new_ids ? events : []) {
        event.id = new_ids?.get(`${event.tracker_id} ${event.fix_at} ${event.digest}`) ?? event.id
      }
      yield events.filter((event) => {
        const is_changed = changed.has(event.tracker_id, event.fix_at, event.digest)
        if (is_changed) tally.leave(event)
        return !is_changed
      })
    }
  }
}

/** Merges two sorted sources. Of equal ones only the second source's is kept; `keys` are all of the first. */
async function* mergePages(
  hot: Pages,
  stored: Pages,
  tally: Tally,
): AsyncGenerator<{ events: ArchivedEvent[]; keys: ArchivedEvent[] }> {
  const a = new Cursor(hot)
  const b = new Cursor(stored)
  let events: ArchivedEvent[] = []
  let keys: ArchivedEvent[] = []
  for (;;) {
    const first = a.isEmpty ? await a.fill() : a.peek()
    const second = b.isEmpty ? await b.fill() : b.peek()
    if (!first && !second) break
    const order = !first ? 1 : !second ? -1 : compareEvents(first, second)
    if (order <= 0) keys.push(a.take())
    if (order < 0) events.push(tally.add(first!))
    else events.push(tally.keep(b.take()))
    if (events.length < PAGE) continue
    yield { events, keys }
    events = []
    keys = []
  }
  yield { events, keys }
}

class Cursor {
  readonly #pages: AsyncIterator<ArchivedEvent[]>
  #page: ArchivedEvent[] = []
  #at = 0
  #is_done = false

  constructor(pages: Pages) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Whether the page has no more events; only then there is something to wait for. */
  get isEmpty(): boolean {
    return this.#at >= this.#page.length
  }

  peek(): ArchivedEvent | null {
    return this.#page[this.#at] ?? null
  }

  take(): ArchivedEvent {
    return this.#page[this.#at++]!
  }

  async fill(): Promise<ArchivedEvent | null> {
    while (!this.#is_done && this.#at >= this.#page.length) {
      const { value, done } = await this.#pages.next()
      this.#is_done = done ?? false
      this.#page = done ? [] : value
      this.#at = 0
    }
    return this.peek()
  }
}

/** Counts what new files hold that those which they replace did not, and the other way round. */
class Tally {
  readonly #removed: ReadonlySet<number>
  readonly #left = new Set<string>()
  readonly #change = { ...noChange }

  /** @param removed deleted trackers */
  constructor(removed: ReadonlySet<number>) {
    this.#removed = removed
  }

  /** A changed event of a file, before its row comes, if there still is one. */
  leave({ tracker_id, fix_at, digest }: ArchivedEvent): void {
    if (this.#removed.has(tracker_id)) this.#change.deleted++
    else this.#left.add(`${tracker_id} ${fix_at} ${digest}`)
  }

  add(event: ArchivedEvent): ArchivedEvent {
    const { tracker_id, fix_at, digest } = event
    if (this.#removed.has(tracker_id)) return event
    if (this.#left.delete(`${tracker_id} ${fix_at} ${digest}`)) this.#change.corrected++
    else if (digest >= FIRST_ENTERED) this.#change.entered++
    else this.#change.late++
    return event
  }

  keep(event: ArchivedEvent): ArchivedEvent {
    if (this.#removed.has(event.tracker_id)) this.#change.deleted++
    return event
  }

  finish(): Change {
    return { ...this.#change, removed: this.#left.size }
  }
}

async function* noPages(): AsyncGenerator<ArchivedEvent[]> {}

const PAGE = 1000
/** Digests of positions that people have entered or imported begin here. */
const FIRST_ENTERED = 2 ** 48

type Pages = AsyncIterable<ArchivedEvent[]>
export type MergedKeys = { tracker_id: number[]; fix_at: number[]; digest: number[] }

type Building = {
  span: HotSpan
  /** Rows of the span, at most; the others stay for the next time. */
  most?: number
  replaced: Part[]
  removed: ReadonlySet<number>
  changed: ChangedEvents
  /** Other ids for events of the files. */
  new_ids?: NewIds
}
/** By `tracker_id fix_at digest`. */
type NewIds = ReadonlyMap<string, number>

export type Built = {
  organisation_id: number
  day: string
  files: WrittenFile[]
  replaced: Part[]
  /** The keys of the rows that are in the files now, to be deleted. */
  merged: MergedKeys
  /** The notes of changes that the files follow, to be removed. */
  followed: ChangeNote[]
  change: Change
}

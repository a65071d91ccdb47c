import { type Kysely, sql } from 'kysely'
import { fromMicros } from '../history/hot_rows.ts'
import { listParts, micros, type Part, type Parts } from '../history/parts.ts'
import type { Work } from '../history/work.ts'
import { listPartitions } from '../partitions.ts'
import type { Database } from '../tables/index.ts'

/**
 * Finds ids that more than one event has, in the table and in files. It keeps a bit for each id, as many at a time as fit
 * into the memory that it may take; ids beyond them are those of the next round.
 *
 * @param options.done chunks of ids that earlier rounds have checked; those of this round are added
 * @param on_progress called after each place that was read
 */
export async function findDoubled(
  work: Places,
  { done, on_progress = () => {}, chunks = CHUNKS, most = MOST }: Finding,
): Promise<Doubled> {
  const seen = new Map<number, Uint8Array>()
  const ids = new Set<number>()
  let has_more = false
  for await (const { events, place } of readPlaces(work)) {
    for (const { id } of events) {
      const chunk = Math.floor(id / CHUNK)
      if (done.has(chunk)) continue
      if (!seen.has(chunk) && seen.size >= chunks) {
        has_more = true
        continue
      }
      const bits = seen.get(chunk) ?? new Uint8Array(CHUNK / 8)
      seen.set(chunk, bits)
      const at = id % CHUNK
      const bit = 1 << (at & 7)
      if (!(bits[at >> 3]! & bit)) bits[at >> 3]! |= bit
      else if (ids.size < most) ids.add(id)
      else has_more = true
    }
    on_progress(place)
  }
  // With too many of them the same chunks are checked again, when these have got others.
  if (ids.size < most) for (const chunk of seen.keys()) done.add(chunk)
  return { ids, has_more }
}

/** Every event that has one of the ids, with its place. */
export async function readCopies(work: Places, ids: ReadonlySet<number>): Promise<Copy[]> {
  const copies: Copy[] = []
  for await (const { events, part } of readPlaces(work)) {
    for (const event of events) if (ids.has(event.id)) copies.push({ ...event, part })
  }
  return copies
}

async function* readPlaces(work: Places): AsyncGenerator<Page> {
  for (const { name } of await listPartitions(work.db)) yield* stepwise(work, readTable(work.db, name))
  const { parts, ...left_out } = await listParts(work.db, { organisation_ids: null })
  for (const part of parts) yield* stepwise(work, readFile(work, part, left_out))
}

async function* stepwise({ step }: Places, pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  for await (const page of pages) {
    await step()
    yield page
  }
}

/** Reads page by page (keyset), each in a short statement, so that other statements run in between. */
async function* readTable(db: Kysely<Database>, name: string): AsyncGenerator<Page> {
  let after = sql`true`
  for (;;) {
    const { rows } = await sql<KeyedEvent>`
      select id, organisation_id, tracker_id, ${micros(sql.ref('fix_at'))} as fix_at, digest,
        ${micros(sql.ref('received'))} as received
      from ${sql.table(name)} where ${after}
      order by organisation_id, tracker_id, fix_at, digest limit ${PAGE}`.execute(db)
    yield { events: rows, place: name, part: null }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = sql`(organisation_id, tracker_id, fix_at, digest) > (${last.organisation_id}, ${last.tracker_id},
      ${fromMicros(sql`${last.fix_at}::bigint`)}, ${last.digest})`
  }
}

/** The row of a corrected event has its id, too: what files have of it does not count. */
async function* readFile({ store }: Places, part: Part, { removed, changed }: LeftOut): AsyncGenerator<Page> {
  const { organisation_id } = part
  const file = (await store.open(part)).whole()
  for (const group of file.groups) {
    const values = await file.readGroup(group, ['id', 'tracker_id', 'fix_at', 'digest', 'received'])
    const [ids, trackers, fixes, digests, received] = [
      values.id,
      values.tracker_id,
      values.fix_at,
      values.digest,
      values.received,
    ] as ArrayLike<number>[]
    const events = Array.from(ids!, (id, i) => ({
      id,
      organisation_id,
      tracker_id: trackers![i]!,
      fix_at: fixes![i]!,
      digest: digests![i]!,
      received: received![i]!,
    }))
    const place = `${part.day}, organisation ${organisation_id}`
    const isCounted = ({ tracker_id, fix_at, digest }: KeyedEvent) =>
      !removed.has(tracker_id) && !changed.has(tracker_id, fix_at, digest)
    yield { events: events.filter(isCounted), place, part }
  }
}

/** Ids of one piece of the bits, and how many pieces are kept at most: 128 MiB, for a billion ids. */
const CHUNK = 65_536
const CHUNKS = 16_384
/** Ids that get others in one round. */
const MOST = 200_000
const PAGE = 5000

type LeftOut = Pick<Parts, 'removed' | 'changed'>
/** Times are microseconds since 1970. */
export type KeyedEvent = {
  id: number
  organisation_id: number
  tracker_id: number
  fix_at: number
  digest: number
  received: number
}
/** An event and the file that it is in; null is the table. */
export type Copy = KeyedEvent & { part: Part | null }
/** `step` is called after each page. */
type Places = Pick<Work, 'db' | 'store' | 'step'>
type Page = { events: KeyedEvent[]; place: string; part: Part | null }
export type Doubled = { ids: Set<number>; has_more: boolean }
export type Finding = {
  done: Set<number>
  on_progress?: (place: string) => void
  /** For tests: less memory. */
  chunks?: number
  most?: number
}

import { type Kysely, sql } from 'kysely'
import type { Column } from '#db/history/event.ts'
import { historyOf } from '#db/history/of.ts'
import { archiveVersion, listParts, micros, type Parts } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { ATTRIBUTES, CLOCK_AHEAD_MS, fixOf, type StoredEvent } from './fixes.ts'
import { compareFixes, type Fix } from './rules/index.ts'
import { type TrackerKey, timeOf } from './store.ts'

/**
 * Reads a tracker's reports from a time on, from both tiers, in their order and in pages. A clock that is ahead counts as
 * the time of arrival, so the last minutes of a page are sorted into the next.
 *
 * @param from milliseconds since 1970; null for all
 */
export async function* readFixes(
  db: Kysely<Database>,
  tracker: TrackerKey,
  from: number | null,
): AsyncGenerator<Fix[]> {
  let held: Fix[] = []
  let last: Fix | null = null
  for await (const { events, until } of readPages(db, tracker, from)) {
    held.push(...events.flatMap((event) => fixOf(event) ?? []))
    held.sort(compareFixes)
    const from_here = held.findIndex(({ at }) => at >= until - CLOCK_AHEAD_MS)
    const page = ascending(from_here === -1 ? held : held.slice(0, from_here), last)
    held = from_here === -1 ? [] : held.slice(from_here)
    last = page.at(-1) ?? last
    if (page.length > 0) yield page
  }
  const rest = ascending(held, last)
  if (rest.length > 0) yield rest
}

/** Each once, and none that was read before: what is moved into files in the meantime is read from both tiers. */
function ascending(sorted: readonly Fix[], last: Fix | null): Fix[] {
  const page: Fix[] = []
  for (const fix of sorted) {
    const before = page.at(-1) ?? last
    if (!before || compareFixes(fix, before) > 0) page.push(fix)
  }
  return page
}

/** Pages with the time before which nothing follows. One of a day in files has the whole day. */
async function* readPages(db: Kysely<Database>, tracker: TrackerKey, from: number | null): AsyncGenerator<Page> {
  let day = await nextDay(db, tracker, from)
  while (day !== null) {
    const reader = new DayReader(db, tracker, { from: Math.max(day, from ?? day), until: day + DAY_MS })
    yield* reader.pages()
    const next = await nextDay(db, tracker, day + DAY_MS)
    // What the tracker has reported of this day since it was read came before its reports of the next one.
    if (next !== null && (await reader.hasMore())) yield* reader.pages()
    day = next
  }
}

/** Reads a day of a tracker to its end, and again what has been added since. */
class DayReader {
  readonly #db: Kysely<Database>
  readonly #tracker: TrackerKey
  readonly #span: { from: number; until: number }
  /** The last that was read of the table. */
  #after: StoredEvent | null = null
  /** Files that have been read, and the version of all when they were listed. */
  #files = ''
  #version = 0

  constructor(db: Kysely<Database>, tracker: TrackerKey, span: { from: number; until: number }) {
    this.#db = db
    this.#tracker = tracker
    this.#span = span
  }

  async *pages(): AsyncGenerator<Page> {
    for (;;) {
      const stored = await this.#readStored()
      // Asked for afterwards: what is moved into files in between is in both.
      const parts = await partsOf(this.#db, this.#tracker, this.#span.from)
      const files = parts.parts.map(({ backend_key }) => backend_key).join()
      this.#version = parts.version
      if (files !== this.#files) {
        this.#files = files
        const events = [...(await readArchived(this.#db, this.#tracker, parts)), ...stored]
        for (let page = stored; page.length === PAGE; events.push(...page)) page = await this.#readStored()
        yield { events, until: this.#span.until }
        return
      }
      if (stored.length < PAGE) {
        if (stored.length > 0) yield { events: stored, until: this.#span.until }
        return
      }
      yield { events: stored, until: stored.at(-1)!.fix_at / 1000 }
    }
  }

  /** Whether something was added, or moved into files, since it was read. */
  async hasMore(): Promise<boolean> {
    const { rows } = await sql<{ version: number; added: boolean }>`
      select ${archiveVersion([this.#tracker.organisation_id])} as version,
        exists (select from tracker_event e where ${isOfDay(this.#tracker, { ...this.#span, after: this.#after })}) as added`.execute(
      this.#db,
    )
    return rows[0]!.added || rows[0]!.version !== this.#version
  }

  async #readStored(): Promise<StoredEvent[]> {
    const stored = await readStored(this.#db, this.#tracker, { ...this.#span, after: this.#after })
    this.#after = stored.at(-1) ?? this.#after
    return stored
  }
}

/** The first UTC day from a time on that has reports in either tier. */
async function nextDay(db: Kysely<Database>, key: TrackerKey, from: number | null): Promise<number | null> {
  const since = from === null ? null : new Date(Math.floor(from / DAY_MS) * DAY_MS).toISOString()
  const { rows } = await sql<{ at: number | null }>`
    select ${micros(sql`least(
      (select min(e.fix_at) from tracker_event e where e.organisation_id = ${key.organisation_id}
        and e.tracker_id = ${key.tracker_id} and (${since}::timestamptz is null or e.fix_at >= ${since}::timestamptz)),
      (select min(a.day)::timestamp at time zone 'UTC' from event_archive a
        where a.organisation_id = ${key.organisation_id}
          and ${key.tracker_id}::bigint between a.first_tracker_id and a.last_tracker_id
          and (${since}::timestamptz is null or a.day >= (${since}::timestamptz at time zone 'UTC')::date)))`)} as at`.execute(
    db,
  )
  const at = rows[0]!.at
  return at === null ? null : Math.floor(Number(at) / 1000 / DAY_MS) * DAY_MS
}

/** Files of a day that may have reports of a tracker. */
async function partsOf(db: Kysely<Database>, key: TrackerKey, day: number): Promise<Parts> {
  const at = new Date(Math.floor(day)).toISOString()
  const parts = await listParts(db, { organisation_ids: [key.organisation_id], from: at, to: at })
  const own = parts.parts.filter(
    (part) => part.first_tracker_id <= key.tracker_id && key.tracker_id <= part.last_tracker_id,
  )
  return { ...parts, parts: own }
}

async function readArchived(db: Kysely<Database>, key: TrackerKey, parts: Parts): Promise<StoredEvent[]> {
  const store = historyOf(db)
  if (!store || parts.parts.length === 0) return []
  const events: StoredEvent[] = []
  const filter = { tracker_ids: new Set([key.tracker_id]) }
  for await (const page of readEvents(store, parts, { filter, order: 'fix_at', columns })) {
    for (const event of page) events.push({ ...event, attributes: parsed(event.attributes ?? null) })
  }
  return events
}

const isOfDay = (key: TrackerKey, { from, until, after }: Part) => sql<boolean>`
  e.organisation_id = ${key.organisation_id} and e.tracker_id = ${key.tracker_id}
    and e.fix_at >= ${new Date(Math.floor(from)).toISOString()} and e.fix_at < ${new Date(until).toISOString()}
    ${after ? sql`and (e.fix_at, e.digest) > (${timeOf(after.fix_at / 1000)}, ${after.digest})` : sql``}`

async function readStored(db: Kysely<Database>, key: TrackerKey, part: Part): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredRow>`
    select ${storedColumns} from tracker_event e
    where ${isOfDay(key, part)}
    order by e.fix_at, e.digest limit ${PAGE}`.execute(db)
  return rows.map(eventOf)
}

/**
 * Reads what several trackers have reported since, at once. Those with more than some minutes to read, or with files of
 * that time, are left out: `readFixes` reads them.
 */
export async function readRecent(
  db: Kysely<Database>,
  trackers: readonly (TrackerKey & { from: number })[],
): Promise<Map<number, Fix[]>> {
  const asked = trackers.map(({ from, ...key }) => ({ ...key, from_ms: Math.floor(Math.max(from, 0)) }))
  const { rows: stored } = await sql<StoredRow & { tracker_id: number }>`/* movement_recent */
    select k.tracker_id, r.* from ${unnestRows(asked, { bigint: [...trackerKey, 'from_ms'] }, 'k')}
    cross join lateral (select ${storedColumns} from tracker_event e
      where e.organisation_id = k.organisation_id and e.tracker_id = k.tracker_id
        and e.fix_at >= to_timestamp(k.from_ms / 1000.0)
      order by e.fix_at, e.digest limit ${sql.lit(RECENT + 1)}) r`.execute(db)
  // Asked for afterwards: what is moved into files in between is read from them.
  const { rows: in_files } = await sql<{ tracker_id: number }>`/* movement_in_files */
    select k.tracker_id from ${unnestRows(asked, { bigint: [...trackerKey, 'from_ms'] }, 'k')}
    where exists (select from event_archive a where a.organisation_id = k.organisation_id
      and k.tracker_id between a.first_tracker_id and a.last_tracker_id
      and a.day >= (to_timestamp(k.from_ms / 1000.0) at time zone 'UTC')::date)`.execute(db)
  const left_out = new Set(in_files.map(({ tracker_id }) => Number(tracker_id)))
  const events = Map.groupBy(stored, (row) => Number(row.tracker_id))
  const recent = new Map<number, Fix[]>()
  for (const { tracker_id } of trackers) {
    const own = events.get(tracker_id) ?? []
    if (left_out.has(tracker_id) || own.length > RECENT) continue
    const fixes = own.flatMap(({ tracker_id: _, ...row }) => fixOf(eventOf(row)) ?? [])
    recent.set(tracker_id, fixes.sort(compareFixes))
  }
  return recent
}

const storedColumns = sql`${micros(sql.ref('e.fix_at'))} as fix_at, ${micros(sql.ref('e.received'))} as received,
  e.digest, e.valid, st_x(e.position) as longitude, st_y(e.position) as latitude, e.speed::float8 as speed,
  e.heading::float8 as heading,
  e.accuracy::float8 as accuracy,
  jsonb_build_object(${sql.join(
    ATTRIBUTES.map((name) => sql`${sql.lit(name)}, e.attributes -> ${sql.lit(name)}`),
  )})::text as attributes`

const eventOf = ({ attributes, fix_at, received, digest, ...row }: StoredRow): StoredEvent => ({
  ...row,
  fix_at: Number(fix_at),
  received: Number(received),
  digest: Number(digest),
  attributes: parsed(attributes),
})

const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>))

const columns: Column[] = [
  'tracker_id',
  'fix_at',
  'received',
  'digest',
  'valid',
  'longitude',
  'latitude',
  'speed',
  'heading',
  'accuracy',
  'attributes',
]
const DAY_MS = 86_400_000
/** Reports of one statement: on the embedded database others wait for it. */
const PAGE = 4000
/** Reports of a tracker that is read with others: some minutes. */
const RECENT = 200

type StoredRow = Omit<StoredEvent, 'attributes'> & { attributes: string | null }
type Page = { events: StoredEvent[]; until: number }
/** Times are milliseconds since 1970. */
type Part = { from: number; until: number; after: StoredEvent | null }

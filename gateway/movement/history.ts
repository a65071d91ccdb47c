import { type Kysely, sql } from 'kysely'
import type { Column } from '#db/history/event.ts'
import { historyOf } from '#db/history/of.ts'
import { listParts, micros } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import type { Database } from '#db/tables/index.ts'
import { fixOf, type StoredEvent } from './fixes.ts'
import { compareFixes, type Fix } from './rules/index.ts'
import type { TrackerKey } from './store.ts'

/**
 * Reads a tracker's reports from a time on, from both tiers, in their order: a page is a day of a tracker, at most.
 *
 * @param from milliseconds since 1970; null for all
 */
export async function* readFixes(
  db: Kysely<Database>,
  tracker: TrackerKey,
  from: number | null,
): AsyncGenerator<Fix[]> {
  let since = from
  for (;;) {
    const day = await nextDay(db, tracker, since)
    if (day === null) return
    const end = day + DAY_MS
    const [archived, stored] = [await readArchived(db, tracker, day), await readStored(db, tracker, day)]
    const fixes = [...archived, ...stored].flatMap((event) => fixOf(event) ?? [])
    if (fixes.length > 0) yield fixes.sort(compareFixes)
    since = end
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

async function readArchived(db: Kysely<Database>, key: TrackerKey, day: number): Promise<StoredEvent[]> {
  const store = historyOf(db)
  if (!store) return []
  const at = new Date(day).toISOString()
  const parts = await listParts(db, { organisation_ids: [key.organisation_id], from: at, to: at })
  const own = parts.parts.filter(
    (part) => part.first_tracker_id <= key.tracker_id && key.tracker_id <= part.last_tracker_id,
  )
  if (own.length === 0) return []
  const events: StoredEvent[] = []
  const filter = { tracker_ids: new Set([key.tracker_id]) }
  for await (const page of readEvents(store, { ...parts, parts: own }, { filter, order: 'fix_at', columns })) {
    for (const { attributes, ...event } of page) events.push({ ...event, attributes: parsed(attributes) })
  }
  return events
}

async function readStored(db: Kysely<Database>, key: TrackerKey, day: number): Promise<StoredEvent[]> {
  const { rows } = await sql<Omit<StoredEvent, 'attributes'> & { attributes: string | null }>`
    select ${micros(sql.ref('e.fix_at'))} as fix_at, ${micros(sql.ref('e.received'))} as received, e.digest, e.valid,
      st_x(e.position) as longitude, st_y(e.position) as latitude, e.speed::float8 as speed,
      e.accuracy::float8 as accuracy, jsonb_build_object('ignition', e.attributes -> 'ignition',
        'odometer', e.attributes -> 'odometer', 'obd_odometer', e.attributes -> 'obd_odometer')::text as attributes
    from tracker_event e
    where e.organisation_id = ${key.organisation_id} and e.tracker_id = ${key.tracker_id}
      and e.fix_at >= ${new Date(day).toISOString()} and e.fix_at < ${new Date(day + DAY_MS).toISOString()}
    order by e.fix_at, e.digest`.execute(db)
  return rows.map(({ attributes, fix_at, received, digest, ...row }) => ({
    ...row,
    fix_at: Number(fix_at),
    received: Number(received),
    digest: Number(digest),
    attributes: parsed(attributes),
  }))
}

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
  'accuracy',
  'attributes',
]
const DAY_MS = 86_400_000

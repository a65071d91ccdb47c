import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { ArchivedEvent } from './event.ts'
import { micros } from './parts.ts'

/** The rows of `tracker_event` of an organisation's day, or of some of its trackers, in the order of a file. */
export type HotSpan = {
  organisation_id: number
  day: string
  /** The first tracker, and the one before which it ends. */
  from_tracker_id: number
  to_tracker_id: number
  /** The partition that is being closed: what arrives for it in the meantime is left out. */
  closing: string | null
}

/** Reads the rows page by page (keyset), each in a short statement, so that other statements run in between. */
export async function* readHotRows(db: Db, span: HotSpan, most = Infinity): AsyncGenerator<ArchivedEvent[]> {
  let last: Pick<ArchivedEvent, 'tracker_id' | 'fix_at' | 'digest'> | null = null
  let count = 0
  while (count < most) {
    const rows = await readPage(db, span, last, Math.min(PAGE, most - count))
    if (rows.length > 0) yield rows
    count += rows.length
    if (rows.length < PAGE) return
    last = rows.at(-1)!
  }
}

async function readPage(
  db: Db,
  { organisation_id, day, from_tracker_id, to_tracker_id, closing }: HotSpan,
  last: Pick<ArchivedEvent, 'tracker_id' | 'fix_at' | 'digest'> | null,
  limit: number,
): Promise<ArchivedEvent[]> {
  const isLate = sql`exists (select from event_archive_late l where l.organisation_id = e.organisation_id
    and l.tracker_id = e.tracker_id and l.fix_at = e.fix_at and l.digest = e.digest)`
  const { rows } = await sql<ArchivedEvent>`
    select e.id, e.tracker_id, ${micros(sql.ref('e.fix_at'))} as fix_at, ${micros(sql.ref('e.received'))} as received,
      e.event, e.alarm, e.valid, st_x(e.position) as longitude, st_y(e.position) as latitude, e.altitude, e.heading,
      e.speed, e.accuracy, e.outside_boundary, e.repeated, e.late, e.boundary_id, e.attributes::text as attributes,
      e.digest
    from tracker_event e
    where e.organisation_id = ${organisation_id}
      and e.fix_at >= ${`${day}T00:00:00Z`}::timestamptz and e.fix_at < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'
      and e.tracker_id >= ${from_tracker_id} and e.tracker_id < ${to_tracker_id}
      and ${last ? sql`(e.tracker_id, e.fix_at, e.digest) > (${last.tracker_id}, ${fromMicros(sql`${last.fix_at}::bigint`)}, ${last.digest})` : sql`true`}
      and ${closing ? sql`not ${isLate}` : sql`true`}
    order by e.tracker_id, e.fix_at, e.digest limit ${limit}`.execute(db)
  return rows
}

/** A `timestamptz` of microseconds since 1970. Seconds and microseconds are added apart: one double would lose digits. */
export const fromMicros = (value: ReturnType<typeof sql>) => sql<string>`(timestamptz 'epoch'
  + make_interval(secs => (${value} / 1000000)::float8) + make_interval(secs => (${value} % 1000000)::float8 / 1000000))`

/** Reading one takes some milliseconds of the main thread. */
const PAGE = 1000
/** Greater than every id. */
export const ALL_TRACKERS = { from_tracker_id: 0, to_tracker_id: Number.MAX_SAFE_INTEGER }

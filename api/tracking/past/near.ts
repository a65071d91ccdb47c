import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Box, trackersNear } from '#db/history/cells/cells.ts'
import { historyOf } from '#db/history/of.ts'
import { listShownParts, type ShownParts } from '#db/history/shown_parts.ts'
import { DAY_MS, findStoredDays } from '#db/history/tracks/stored_days.ts'
import { unnestRows } from '#db/unnest.ts'

/**
 * The trackers that have reported near boxes, by UTC day, of both tiers: of the days of files by their cells, without
 * opening one. Some of them were not in the boxes.
 *
 * @param query `from` is the first day in milliseconds since 1970, `days` how many there are
 */
export async function findNear(db: Db, query: NearQuery): Promise<Near> {
  const { organisation_id, tracker_ids, from, days, boxes } = query
  const near = new Map<string, Set<number>>()
  const add = (day: string, ids: readonly number[]) => {
    const found = near.get(day) ?? new Set()
    for (const id of ids) if (tracker_ids.has(id)) found.add(id)
    near.set(day, found)
  }
  const [since, until] = [from, from + days * DAY_MS].map((time) => new Date(time).toISOString())
  const wide = boxes.map(({ west, south, east, north }) => {
    return { west: west - WAY, south: south - WAY, east: east + WAY, north: north + WAY }
  })
  const { rows: stored } = await sql<{ day: string; ids: number[] }>`/* past_near */
    select (e.fix_at at time zone 'UTC')::date::text as day, array_agg(distinct e.tracker_id::float8) as ids
    from tracker_event e where e.organisation_id = ${organisation_id}
      and e.fix_at >= ${since}::timestamptz and e.fix_at < ${until}::timestamptz
      and e.position && any(array(select st_makeenvelope(b.west, b.south, b.east, b.north, 4326)
        from ${unnestRows(wide, { float8: ['west', 'south', 'east', 'north'] }, 'b')}))
    group by 1`.execute(db)
  for (const { day, ids } of stored) add(day, ids)
  const stored_days = await findStoredDays(db, query)
  // Asked for afterwards: what is moved into files in between is in both.
  const { rows: files } = await sql<{ day: string; cells: string | null; first: number; last: number }>`
    select day::text as day, cells, first_tracker_id as first, last_tracker_id as last from event_archive
    where organisation_id = ${organisation_id} and day >= ${since}::date and day < ${until}::date`.execute(db)
  for (const { day, cells, first, last } of files) {
    // Until the cells of an older file are computed, each tracker may have been there.
    add(day, cells === null ? within(tracker_ids, first, last) : trackersNear(cells, boxes))
  }
  const span = { organisation_ids: [organisation_id], from: since, to: until, tracker_ids }
  const shown = historyOf(db) && (await listShownParts(db, span))
  return { trackers: near, stored_days, files: shown }
}

const within = (ids: ReadonlySet<number>, first: number, last: number) =>
  [...ids].filter((id) => id >= first && id <= last)

/** Degrees: of two reports with the area on the way between them, one is as near as this (`isWay`). */
const WAY = 0.05

export type Near = {
  /** By day. */
  trackers: ReadonlyMap<string, ReadonlySet<number>>
  /** Of which the table holds reports, if only late ones. */
  stored_days: ReadonlySet<string>
  /** Of all days; null where only the table is read. */
  files: ShownParts | null
}
type NearQuery = {
  organisation_id: number
  tracker_ids: ReadonlySet<number>
  from: number
  days: number
  boxes: readonly Box[]
}

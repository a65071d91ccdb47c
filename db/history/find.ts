import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { trackerKey, unnestRows } from '../unnest.ts'
import { listParts } from './parts.ts'
import { readEvents, type StoredEvent } from './read.ts'
import type { HistoryStore } from './store.ts'

/**
 * Finds single events of closed days. Of each tracker and day, the row groups with the tracker are read.
 *
 * @throws {DamagedHistory}
 * @throws {Cancelled} when `signal` is aborted
 */
export async function findEvents(
  db: Db,
  store: HistoryStore,
  references: EventReference[],
  signal?: AbortSignal,
): Promise<Map<number, StoredEvent>> {
  const found = new Map<number, StoredEvent>()
  for (const { organisation_id, day, tracker_id, ids } of await daysOf(db, references)) {
    const wanted = new Set(ids)
    const parts = await listParts(db, { organisation_ids: [organisation_id], from: day, to: day })
    const filter = { tracker_ids: new Set([tracker_id]) }
    for await (const events of readEvents(store, parts, { filter, order: 'fix_at', signal })) {
      for (const event of events) if (wanted.has(event.id)) found.set(event.id, event)
    }
  }
  return found
}

/** The days on which files may hold the events. */
async function daysOf(db: Db, references: EventReference[]): Promise<Day[]> {
  if (references.length === 0) return []
  const asked = references.map(({ from, to, ...reference }) => ({ ...reference, since: from, until: to }))
  const { rows } = await sql<Day>`
    select r.organisation_id, r.tracker_id, a.day || 'T00:00:00Z' as day, json_agg(distinct r.id) as ids
    from ${unnestRows(asked, { bigint: [...trackerKey, 'id'], text: ['since', 'until'] }, 'r')}
    join event_archive a on a.organisation_id = r.organisation_id
      and r.tracker_id between a.first_tracker_id and a.last_tracker_id and r.id between a.first_id and a.last_id
      and a.day >= (r.since::timestamptz at time zone 'UTC')::date
      and (r.until is null or a.day <= (r.until::timestamptz at time zone 'UTC')::date)
    group by r.organisation_id, r.tracker_id, a.day`.execute(db)
  return rows
}

type Day = { organisation_id: number; tracker_id: number; day: string; ids: number[] }

/** An event, and bounds of its fix time, ISO 8601; without `to` it is `from` or any later time. */
export type EventReference = {
  organisation_id: number
  tracker_id: number
  id: number
  from: string
  to: string | null
}

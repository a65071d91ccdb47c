import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { EventFilter } from '#db/history/filter.ts'
import { historyOf } from '#db/history/of.ts'
import { listParts } from '#db/history/parts.ts'
import { readEvents, type StoredEvent } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import type { listShownParts } from '#db/history/shown_parts.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Finds a tracker's last event of closed days that fulfils a condition, of the days in which a lost tracker is searched
 * for. Not in a transaction: files are read.
 *
 * @param list `listShownParts` for people, who do not see the time of private trips
 */
export async function lastOfClosedDays(
  db: Db,
  { organisation_id, tracker_id }: TrackerKey,
  isSearched: (event: StoredEvent) => boolean,
  conditions: EventFilter = {},
  list: typeof listParts | typeof listShownParts = listParts,
): Promise<StoredEvent | undefined> {
  const history = historyOf(db)
  if (!history) return undefined
  const from = new Date(Date.now() - SEARCHED_DAYS * 86_400_000).toISOString()
  const parts = await list(db, { organisation_ids: [organisation_id], from })
  const filter = { ...conditions, tracker_ids: new Set([tracker_id]) }
  const query = { filter, order: 'fix_at', descending: true, window_rows: 500 } as const
  return limitFiles(`tracker ${tracker_id}`, async (signal) => {
    for await (const events of readEvents(history, parts, { ...query, signal })) {
      const event = events.find(isSearched)
      if (event) return event
    }
    return undefined
  })
}

/**
 * The events of closed days that may be a tracker's last: its last one, and its last with a position. None where the
 * table has one with a position.
 *
 * @param removed an event that is being removed, or those of an imported track
 */
export async function lastCandidates(
  db: Db,
  key: TrackerKey,
  removed: { id: number } | { digest: number } = { id: 0 },
): Promise<StoredEvent[]> {
  const [column, value] = Object.entries(removed)[0] as ['id' | 'digest', number]
  const { rows } = await sql`select 1 from tracker_event e where ${isOf(key)} and e.position is not null
    and ${sql.ref(`e.${column}`)} <> ${value} limit 1`.execute(db)
  if (rows.length > 0) return []
  const last = await lastOfClosedDays(db, key, (event) => event[column] !== value)
  if (!last || last.longitude !== null) return last ? [last] : []
  const placed = await lastOfClosedDays(db, key, (event) => event[column] !== value && event.longitude !== null)
  return placed ? [last, placed] : [last]
}

/**
 * Locks a tracker's state, so that a report that is being stored is seen by the statements that follow.
 *
 * @throws {AppError} not_found when the tracker was deleted
 */
export async function lockState(trx: Trx, { organisation_id, tracker_id }: TrackerKey): Promise<void> {
  const { rows } = await sql`select 1 from tracker_state where organisation_id = ${organisation_id}
    and tracker_id = ${tracker_id} for update`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
}

/**
 * Sets a tracker's last event and position again, after an event was entered, corrected or removed by hand. What the
 * engine has judged stays: by it the next report is judged.
 *
 * @param candidates of closed days (`lastCandidates`)
 */
export async function setLastEvent(trx: Trx, key: TrackerKey, candidates: StoredEvent[]): Promise<void> {
  const { organisation_id, tracker_id } = key
  // A report from a clock that runs ahead was judged at its arrival.
  const order = sql`order by least(fix_at, received) desc, id desc limit 1`
  await sql`
    with known as (
      (select e.* from tracker_event e where ${isOf(key)} and e.fix_at <= now() order by e.fix_at desc limit 1)
      union all
      (select e.* from tracker_event e where ${isOf(key)} and e.fix_at > now() order by e.fix_at desc limit 100)
      union all
      (select e.* from tracker_event e where ${isOf(key)} and e.fix_at <= now() and e.position is not null
        order by e.fix_at desc limit 1)
      union all
      (${archivedRows(candidates)})
    ), last as (select * from known ${order}), placed as (select position from known where position is not null ${order})
    update tracker_state s set
      event_id = e.id, fix_at = e.fix_at, received = e.received, event = e.event, valid = e.valid,
      position = (select position from placed), altitude = e.altitude, heading = e.heading, speed = e.speed,
      accuracy = e.accuracy, outside_boundary = e.outside_boundary, repeated = e.repeated,
      event_boundary_id = e.boundary_id, attributes = e.attributes,
      supply = case when e.id is not null then s.supply end
    from (select) one left join last e on true
    where s.organisation_id = ${organisation_id} and s.tracker_id = ${tracker_id}`.execute(trx)
}

const isOf = ({ organisation_id, tracker_id }: TrackerKey) =>
  sql`e.organisation_id = ${organisation_id} and e.tracker_id = ${tracker_id}`

const SEARCHED_DAYS = 366

export type TrackerKey = { organisation_id: number; tracker_id: number }

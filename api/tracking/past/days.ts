import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Box, trackersNear } from '#db/history/cells/cells.ts'
import type { Column } from '#db/history/event.ts'
import { historyOf } from '#db/history/of.ts'
import { type Values, valueAt } from '#db/history/parquet/values.ts'
import { micros } from '#db/history/parts.ts'
import { scanEvents } from '#db/history/scan.ts'
import { listShownParts } from '#db/history/shown_parts.ts'
import { isShown } from '#db/privacy/private_trips.ts'
import { unnestRows } from '#db/unnest.ts'
import { inOrder, type Track } from './track.ts'

/**
 * The trackers that have reported near boxes, by UTC day, of both tiers: of the days of files by their cells, without
 * opening one. Some of them were not in the boxes.
 *
 * @param query `from` is the first day in milliseconds since 1970, `days` how many there are
 */
export async function findNear(
  db: Db,
  { organisation_id, tracker_ids, from, days, boxes }: NearQuery,
): Promise<Map<string, Set<number>>> {
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
  // Asked for afterwards: what is moved into files in between is in both.
  const { rows: files } = await sql<{ day: string; cells: string | null; first: number; last: number }>`
    select day::text as day, cells, first_tracker_id as first, last_tracker_id as last from event_archive
    where organisation_id = ${organisation_id} and day >= ${since}::date and day < ${until}::date`.execute(db)
  for (const { day, cells, first, last } of files) {
    // Until the cells of an older file are computed, each tracker may have been there.
    add(day, cells === null ? within(tracker_ids, first, last) : trackersNear(cells, boxes))
  }
  return near
}

/**
 * What trackers have reported in a span, of both tiers, in the order of times. Reports without a valid position are left
 * out, and those of removed trackers.
 *
 * @param query `from` in milliseconds since 1970, as `to`, before which it ends
 */
export async function readTracks(db: Db, query: TracksQuery): Promise<Map<number, Track>> {
  const tracks = new Map<number, Track>()
  const add: Add = (tracker_id, at, lon, lat, outside) => {
    let track = tracks.get(tracker_id)
    if (!track) {
      track = { at: [], lon: [], lat: [], outside: [] }
      tracks.set(tracker_id, track)
    }
    track.at.push(at)
    track.lon.push(lon)
    track.lat.push(lat)
    if (query.with_verdicts) track.outside.push(outside)
  }
  await readStored(db, query, add)
  const are_mixed = tracks.size > 0
  await readFiles(db, query, add)
  return are_mixed ? new Map([...tracks].map(([id, track]) => [id, inOrder(track)])) : tracks
}

/** Tracker by tracker, in the order of the index; of a tracker in parts. */
async function readStored(db: Db, { organisation_id, tracker_ids, from, to }: TracksQuery, add: Add): Promise<void> {
  const [since, until] = [from, to].map((time) => new Date(time).toISOString())
  const first = { time: '-infinity', digest: 0 }
  const queue: Part[] = tracker_ids.map((tracker_id) => ({ tracker_id, ...first }))
  for (let asked = queue.splice(0, TOGETHER); asked.length > 0; asked = queue.splice(0, TOGETHER)) {
    const { rows } = await sql<Row>`/* past_tracks */
      select k.tracker_id::float8 as tracker_id, e.* from ${unnestRows(asked, columnsOfPart, 'k')}
      cross join lateral (
        select ${micros(sql.ref('e.fix_at'))} as fix_at, e.fix_at::text as time, e.digest::float8 as digest, e.valid,
          ${isShown('e')} as shown, st_x(e.position) as lon, st_y(e.position) as lat,
          e.outside_boundary as outside from tracker_event e
        where e.organisation_id = ${organisation_id} and e.tracker_id = k.tracker_id
          and e.fix_at >= ${since}::timestamptz and e.fix_at < ${until}::timestamptz
          and (e.fix_at, e.digest) > (k.time::timestamptz, k.digest)
        order by e.fix_at, e.digest limit ${sql.lit(PAGE)}) e`.execute(db)
    for (const [tracker_id, own] of Map.groupBy(rows, (row) => row.tracker_id)) {
      for (const { fix_at, valid, shown, lon, lat, outside } of own) {
        if (valid && shown && lon !== null && lat !== null) add(tracker_id, Number(fix_at) / 1000, lon, lat, outside)
      }
      const { time, digest } = own.at(-1)!
      if (own.length === PAGE) queue.unshift({ tracker_id, time, digest })
    }
  }
}

async function readFiles(db: Db, query: TracksQuery, add: Add): Promise<void> {
  const store = historyOf(db)
  if (!store) return
  const { organisation_id, tracker_ids, from, to, signal } = query
  const [since, until] = [from, to - 1].map((time) => new Date(time).toISOString())
  const ids = new Set(tracker_ids)
  const span = { from: since, to: until }
  const parts = await listShownParts(db, { organisation_ids: [organisation_id], ...span, tracker_ids: ids })
  const filter = { tracker_ids: ids, from: from * 1000, to: to * 1000 - 1, valid: true }
  const columns: Column[] = ['tracker_id', 'fix_at', 'longitude', 'latitude']
  if (query.with_verdicts) columns.push('outside_boundary')
  for await (const { values, rows } of scanEvents(store, parts, { filter, columns, signal })) {
    const { tracker_id, fix_at, longitude, latitude } = values as unknown as Record<string, ArrayLike<number | null>>
    const verdicts = query.with_verdicts ? (values as Record<string, Values>).outside_boundary! : null
    for (const i of rows) {
      const [lon, lat] = [longitude![i]!, latitude![i]!]
      if (lon === null || lat === null) continue
      add(tracker_id![i]!, fix_at![i]! / 1000, lon, lat, verdicts && (valueAt(verdicts, i) as boolean | null))
    }
  }
}

const within = (ids: ReadonlySet<number>, first: number, last: number) =>
  [...ids].filter((id) => id >= first && id <= last)

export const DAY_MS = 86_400_000
/** Degrees: of two reports with the area on the way between them, one is as near as this (`isWay`). */
const WAY = 0.05
/** Trackers of a statement, and reports of each: on the embedded database others wait for it. */
const TOGETHER = 10
const PAGE = 2000
const columnsOfPart = { bigint: ['tracker_id', 'digest'], text: ['time'] } as const

type Row = {
  tracker_id: number
  fix_at: number
  time: string
  digest: number
  valid: boolean
  shown: boolean
  lon: number | null
  lat: number | null
  outside: boolean | null
}
/** What is left of a tracker: after this report. */
type Part = Pick<Row, 'tracker_id' | 'time' | 'digest'>
type Add = (tracker_id: number, at: number, lon: number, lat: number, outside: boolean | null) => void
type NearQuery = {
  organisation_id: number
  tracker_ids: ReadonlySet<number>
  from: number
  days: number
  boxes: readonly Box[]
}
type TracksQuery = {
  organisation_id: number
  tracker_ids: readonly number[]
  from: number
  to: number
  /** Whether `outside` of the tracks is read. */
  with_verdicts?: boolean
  signal?: AbortSignal | undefined
}

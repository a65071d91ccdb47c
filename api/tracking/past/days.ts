import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Column } from '#db/history/event.ts'
import { historyOf } from '#db/history/of.ts'
import { type Values, valueAt } from '#db/history/parquet/values.ts'
import { micros } from '#db/history/parts.ts'
import { scanEvents } from '#db/history/scan.ts'
import { listShownParts, type ShownParts } from '#db/history/shown_parts.ts'
import { isShown } from '#db/privacy/private_trips.ts'
import { unnestRows } from '#db/unnest.ts'
import { append, emptyTrack, inOrder, type Track } from './track.ts'

/**
 * What trackers have reported in a span, of both tiers, in the order of times. Reports without a valid position are left
 * out, and those of removed trackers.
 *
 * @param query `from` in milliseconds since 1970, as `to`, before which it ends
 */
export async function readTracks(db: Db, query: TracksQuery): Promise<Map<number, Track>> {
  const tracks = new Map<number, Track>()
  const trackOf = (tracker_id: number) => {
    const track = tracks.get(tracker_id) ?? emptyTrack()
    tracks.set(tracker_id, track)
    return track
  }
  await readStored(db, query, trackOf)
  const are_mixed = tracks.size > 0
  if (historyOf(db)) {
    const { organisation_id, tracker_ids } = query
    const [from, to] = [query.from, query.to - 1].map((time) => new Date(time).toISOString())
    const span = { organisation_ids: [organisation_id], from, to, tracker_ids: new Set(tracker_ids) }
    for await (const [tracker_id, part] of scanTracks(db, await listShownParts(db, span), query)) {
      append(trackOf(tracker_id), part)
    }
  }
  return are_mixed ? new Map([...tracks].map(([id, track]) => [id, inOrder(track)])) : tracks
}

/**
 * What trackers have reported in a span by the files of it: one tracker after another, so that little is in memory. Of
 * several days a tracker comes once for each.
 */
export async function* scanTracks(db: Db, files: ShownParts, query: TracksQuery): AsyncGenerator<[number, Track]> {
  const { tracker_ids, from, to, with_verdicts, signal } = query
  const filter = { tracker_ids: new Set(tracker_ids), from: from * 1000, to: to * 1000 - 1, valid: true }
  const columns: Column[] = ['tracker_id', 'fix_at', 'longitude', 'latitude']
  if (with_verdicts) columns.push('outside_boundary')
  let id = 0
  let track = emptyTrack()
  for await (const { values, rows } of scanEvents(historyOf(db)!, files, { filter, columns, signal })) {
    const { tracker_id, fix_at, longitude, latitude } = values as unknown as Record<string, ArrayLike<number | null>>
    const verdicts = with_verdicts ? (values as Record<string, Values>).outside_boundary! : null
    for (const i of rows) {
      const [lon, lat] = [longitude![i]!, latitude![i]!]
      if (lon === null || lat === null) continue
      const at = fix_at![i]! / 1000
      if (tracker_id![i] !== id || at < track.at.at(-1)!) {
        if (track.at.length > 0) yield [id, track]
        id = tracker_id![i]!
        track = emptyTrack()
      }
      track.at.push(at)
      track.lon.push(lon)
      track.lat.push(lat)
      if (verdicts) track.outside.push(valueAt(verdicts, i) as boolean | null)
    }
  }
  if (track.at.length > 0) yield [id, track]
}

/** Tracker by tracker, in the order of the index; of a tracker in parts. */
async function readStored(db: Db, query: TracksQuery, trackOf: (tracker_id: number) => Track): Promise<void> {
  const { organisation_id, tracker_ids, from, to, with_verdicts } = query
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
        if (!valid || !shown || lon === null || lat === null) continue
        const track = trackOf(tracker_id)
        track.at.push(Number(fix_at) / 1000)
        track.lon.push(lon)
        track.lat.push(lat)
        if (with_verdicts) track.outside.push(outside)
      }
      const { time, digest } = own.at(-1)!
      if (own.length === PAGE) queue.unshift({ tracker_id, time, digest })
    }
  }
}

export const DAY_MS = 86_400_000
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
type TracksQuery = {
  organisation_id: number
  tracker_ids: readonly number[]
  from: number
  to: number
  /** Whether `outside` of the tracks is read. */
  with_verdicts?: boolean
  signal?: AbortSignal | undefined
}

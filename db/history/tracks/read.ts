import { type RawBuilder, sql } from 'kysely'
import { Cancelled } from '../../cancelling.ts'
import type { Db } from '../../database.ts'
import { isShown } from '../../privacy/private_trips.ts'
import { unnestRows } from '../../unnest.ts'
import { historyOf } from '../of.ts'
import type { ValuesOf } from '../parquet/parquet_file.ts'
import { prepareScan, scanEvents } from '../scan.ts'
import { listShownParts, type ShownParts } from '../shown_parts.ts'
import { DAY_MS, dayOf, findStoredDays } from './stored_days.ts'
import { append, emptyTrack, inOrder, type Track, type Way } from './track.ts'

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
 * What many trackers have reported in many days, day by day: from the files where the table holds nothing of a day. A
 * tracker comes once for each day or more often, in the order of times.
 */
export async function* readWays(db: Db, query: TracksQuery): AsyncGenerator<[number, Way]> {
  const { organisation_id, tracker_ids, from, to, signal } = query
  const first = Math.floor(from / DAY_MS) * DAY_MS
  const days = Math.ceil((to - first) / DAY_MS)
  const stored_days = await findStoredDays(db, { organisation_id, from: first, days })
  const isStored = (day: number) => !historyOf(db) || stored_days.has(dayOf(day))
  for (let day = first, next = first; day < to; day = next) {
    while (next < to && isStored(next) === isStored(day)) next += DAY_MS
    const span = { ...query, from: Math.max(from, day), to: Math.min(to, next) }
    if (!isStored(day)) {
      const [since, until] = [span.from, span.to - 1].map((time) => new Date(time).toISOString())
      const named = new Set(tracker_ids)
      const files = { organisation_ids: [organisation_id], from: since, to: until, tracker_ids: named }
      yield* scanTracks(db, await listShownParts(db, files), span)
      continue
    }
    for (let i = 0; i < tracker_ids.length; i += AT_ONCE) {
      if (signal?.aborted) throw new Cancelled()
      yield* await readTracks(db, { ...span, tracker_ids: tracker_ids.slice(i, i + AT_ONCE) })
    }
  }
}

/** Has the tracks of a span, by the files of it, decoded in another thread, for who will ask `scanTracks` for them. */
export function prepareTracks(db: Db, files: ShownParts, query: TracksQuery): void {
  prepareScan(historyOf(db)!, files, scanOf(query))
}

/**
 * What trackers have reported in a span by the files of it: one tracker after another, so that little is in memory. Of
 * several days a tracker comes once for each.
 */
export async function* scanTracks(db: Db, files: ShownParts, query: TracksQuery): AsyncGenerator<[number, Way]> {
  let id = 0
  let ways: Way[] = []
  for await (const { values, runs } of scanEvents(historyOf(db)!, files, { ...scanOf(query), signal: query.signal })) {
    const ids = values.tracker_id as ArrayLike<number>
    for (const [from, to] of runs) {
      for (let begin = from, end = from; begin < to; begin = end) {
        while (end < to && ids[end] === ids[begin]) end++
        const way = wayOf(values, begin, end)
        if (way.at.length === 0) continue
        const last_at = ways.at(-1)?.at
        if (last_at && (ids[begin] !== id || way.at[0]! < last_at[last_at.length - 1]!)) {
          yield [id, joined(ways)]
          ways = []
        }
        id = ids[begin]!
        ways.push(way)
      }
    }
  }
  if (ways.length > 0) yield [id, joined(ways)]
}

/** What a tracker has reported in rows that follow each other; its positions are not copied if each report has one. */
function wayOf(values: ValuesOf<ColumnOfTrack>, begin: number, end: number): Way {
  const { fix_at, received, longitude, latitude, outside_boundary, accuracy } = values as unknown as Columns
  const atOf = (i: number) => (received ? Math.min(fix_at[i]!, received[i]!) : fix_at[i]!) / 1000
  if (longitude instanceof Float64Array && latitude instanceof Float64Array) {
    const at = new Float64Array(end - begin)
    for (let i = begin; i < end; i++) at[i - begin] = atOf(i)
    const part = <T>(column: ArrayLike<T> = []): ArrayLike<T> =>
      ArrayBuffer.isView(column)
        ? ((column as never as Float64Array).subarray(begin, end) as never)
        : Array.prototype.slice.call(column, begin, end)
    return { at, lon: part(longitude), lat: part(latitude), outside: part(outside_boundary), accuracy: part(accuracy) }
  }
  const track = emptyTrack()
  for (let i = begin; i < end; i++) {
    const [lon, lat] = [longitude[i], latitude[i]]
    if (typeof lon !== 'number' || typeof lat !== 'number') continue
    track.at.push(atOf(i))
    track.lon.push(lon)
    track.lat.push(lat)
    if (outside_boundary) track.outside.push(outside_boundary[i]!)
    if (accuracy) track.accuracy.push(accuracy[i]!)
  }
  return track
}

function joined(ways: Way[]): Way {
  if (ways.length === 1) return ways[0]!
  const track = emptyTrack()
  for (const way of ways) append(track, way)
  return track
}

function scanOf({ tracker_ids, from, to, ...wanted }: TracksQuery) {
  const columns: ColumnOfTrack[] = ['tracker_id', 'fix_at', 'longitude', 'latitude']
  if (wanted.with_verdicts) columns.push('outside_boundary')
  if (wanted.with_accuracy) columns.push('accuracy')
  if (wanted.as_judged) columns.push('received')
  return { filter: { tracker_ids: new Set(tracker_ids), from: from * 1000, to: to * 1000 - 1, valid: true }, columns }
}

/** Tracker by tracker, in the order of the index; of a tracker in parts. */
async function readStored(db: Db, query: TracksQuery, trackOf: (tracker_id: number) => Track): Promise<void> {
  const { organisation_id, tracker_ids, from, to, with_verdicts = false, with_accuracy = false, as_judged } = query
  const [since, until] = [from, to].map((time) => new Date(time).toISOString())
  const first = { time: '-infinity', digest: 0 }
  const queue: Part[] = tracker_ids.map((tracker_id) => ({ tracker_id, ...first }))
  const at = as_judged ? sql`least(e.fix_at, e.received)` : sql`e.fix_at`
  // As bytes: neither side turns millions of numbers into text.
  const packed = (number: RawBuilder<unknown>) =>
    sql`encode(string_agg(float8send(${number}), ''::bytea) filter (where e.counts), 'hex')`
  for (let asked = queue.splice(0, TOGETHER); asked.length > 0; asked = queue.splice(0, TOGETHER)) {
    const { rows } = await sql<Row>`
      select k.tracker_id::float8 as tracker_id, e.* from ${unnestRows(asked, columnsOfPart, 'k')}
      cross join lateral (
        select count(*)::int as reports, max(e.fix_at)::text as time,
          (array_agg(e.digest))[count(*)]::float8 as digest, ${packed(sql`date_part('epoch', e.at)`)} as at,
          ${packed(sql`st_x(e.position)`)} as lon, ${packed(sql`st_y(e.position)`)} as lat,
          ${with_verdicts ? packed(sql`coalesce(e.outside_boundary::int, 2)`) : sql`null`} as outside,
          ${with_accuracy ? packed(sql`coalesce(e.accuracy, -1)`) : sql`null`} as accuracy
        from (select e.fix_at, e.digest, ${at} as at, e.position, e.outside_boundary, e.accuracy,
            e.valid and e.position is not null and ${isShown('e')} as counts from tracker_event e
          where e.organisation_id = ${organisation_id} and e.tracker_id = k.tracker_id
            and e.fix_at >= ${since}::timestamptz and e.fix_at < ${until}::timestamptz
            and (e.fix_at, e.digest) > (k.time::timestamptz, k.digest)
          order by e.fix_at, e.digest limit ${sql.lit(PAGE)}) e) e where e.reports > 0`.execute(db)
    for (const { tracker_id, reports, time, digest, ...columns } of rows) {
      const lon = unpacked(columns.lon)
      if (lon.length > 0) {
        append(trackOf(tracker_id), {
          at: unpacked(columns.at).map((seconds) => Math.round(seconds * 1e6) / 1000),
          lon,
          lat: unpacked(columns.lat),
          outside: Array.from(unpacked(columns.outside), (verdict) => (verdict === 2 ? null : verdict === 1)),
          accuracy: Array.from(unpacked(columns.accuracy), (metres) => (metres < 0 ? null : metres)),
        })
      }
      if (reports === PAGE) queue.unshift({ tracker_id, time, digest })
    }
  }
}

/** The numbers of `float8send`, whose first byte is the highest. */
function unpacked(hex: string | null): Float64Array {
  const numbers = new Float64Array((hex?.length ?? 0) / 16)
  const bytes = Buffer.from(numbers.buffer)
  if (hex) bytes.write(hex, 'hex')
  bytes.swap64()
  return numbers
}

/** Trackers of a statement, and reports of each: on the embedded database others wait for it. */
const TOGETHER = 10
const PAGE = 2000
/** Trackers of which the days of the table are in memory. */
const AT_ONCE = 10
const columnsOfPart = { bigint: ['tracker_id', 'digest'], text: ['time'] } as const

type ColumnOfTrack = 'tracker_id' | 'fix_at' | 'received' | 'longitude' | 'latitude' | 'outside_boundary' | 'accuracy'
type Columns = {
  fix_at: ArrayLike<number>
  longitude: ArrayLike<number | null>
  latitude: ArrayLike<number | null>
  received?: ArrayLike<number>
  outside_boundary?: ArrayLike<boolean | null>
  accuracy?: ArrayLike<number | null>
}
type Row = {
  tracker_id: number
  /** That were read; of those that count each column has a number. */
  reports: number
  time: string
  digest: number
  at: string | null
  lon: string | null
  lat: string | null
  outside: string | null
  accuracy: string | null
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
  with_accuracy?: boolean
  /** Whether the time of a fix counts as the engine judges it: at most that of its arrival. */
  as_judged?: boolean
  signal?: AbortSignal | undefined
}

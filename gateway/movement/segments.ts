import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Trx } from '#db/database.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Position } from '#messages/geography/distance.ts'
import { describePlace, placeOf } from '#messages/geography/place.ts'
import { type Counted, type Day, daysOf } from './rules/days.ts'
import type { Segment, SegmentKind } from './rules/index.ts'
import { type TrackerKey, timeOf } from './store.ts'

/**
 * Writes what has changed of segments. What begins at the same time keeps its id.
 *
 * @param revises marks rows that are other than they were: late data or a correction has changed them
 */
export async function writeSegments(trx: Trx, changes: readonly SegmentChanges[], revises: boolean): Promise<void> {
  const gone = changes.flatMap(({ key, removed }) =>
    removed.map(({ kind, began_at, boundary_id }) => ({
      ...keyOf(key),
      kind,
      began_at: timeOf(began_at),
      boundary_id,
    })),
  )
  if (gone.length > 0) {
    await sql`/* remove_segments */ delete from segment s
      using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g (organisation_id bigint, tracker_id bigint,
        kind text, began_at timestamptz, boundary_id bigint)
      where s.organisation_id = g.organisation_id and s.tracker_id = g.tracker_id
        and s.began_at = g.began_at and s.kind = g.kind and s.boundary_id is not distinct from g.boundary_id`.execute(
      trx,
    )
  }
  const puts = changes.flatMap(({ key, puts }) => puts.map((put) => ({ key, put })))
  for (let at = 0; at < puts.length; at += PART) await upsert(trx, puts.slice(at, at + PART), revises)
}

/**
 * Deletes what a run from a state finds again, except what has begun at the same time and is written again, and visits
 * of boundaries that are gone: they were there.
 */
export async function deleteFound(
  trx: Trx,
  key: TrackerKey,
  { after, until, keeps }: { after: number; until: number | null; keeps: readonly Segment[] },
): Promise<void> {
  const kept = keeps.map(({ kind, began_at, boundary_id }) => ({ kind, began_at: timeOf(began_at), boundary_id }))
  await sql`delete from segment s
    where s.organisation_id = ${key.organisation_id} and s.tracker_id = ${key.tracker_id}
      and ${
        until === null
          ? sql`(s.ended_at is null or s.through_at > ${timeOf(after)})`
          : sql`s.ended_at is not null and s.through_at > ${timeOf(after)} and s.through_at <= ${timeOf(until)}`
      }
      and (s.kind <> 'visit' or s.ended_at is null or exists (select from boundary b
        where b.organisation_id = s.organisation_id and b.id = s.boundary_id and b.active))
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (kind text, began_at timestamptz, boundary_id bigint)
        where k.began_at = s.began_at and k.kind = s.kind and k.boundary_id is not distinct from s.boundary_id)`.execute(
    trx,
  )
}

async function upsert(trx: Trx, puts: readonly { key: TrackerKey; put: Put }[], revises: boolean): Promise<void> {
  const rows = puts.map(({ key, put }) => ({ ...keyOf(key), ...rowOf(put) }))
  await sql`/* write_segments */
    insert into segment as s (organisation_id, tracker_id, kind, began_at, ended_at, through_at, begin_position,
      end_position, begin_place, end_place, distance_m, distance_source, top_speed, moving_s, idle_s, pauses,
      boundary_id, speed_limit, limit_source, revised_at, attributes)
    select r.organisation_id, r.tracker_id, r.kind, r.began_at, r.ended_at, r.through_at,
      st_setsrid(st_makepoint(r.begin_lon, r.begin_lat), 4326), st_setsrid(st_makepoint(r.end_lon, r.end_lat), 4326),
      r.begin_place, r.end_place, r.distance_m, r.distance_source, r.top_speed, r.moving_s, r.idle_s, r.pauses,
      r.boundary_id, r.speed_limit, r.limit_source, case when ${revises} then now() end, r.attributes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (organisation_id bigint, tracker_id bigint,
      kind text, began_at timestamptz, ended_at timestamptz, through_at timestamptz, begin_lon float8, begin_lat float8, end_lon float8, end_lat float8, begin_place text,
      end_place text, distance_m float8, distance_source text, top_speed real, moving_s real, idle_s real,
      pauses integer, boundary_id bigint, speed_limit real, limit_source text, attributes jsonb)
    on conflict (organisation_id, tracker_id, began_at, kind, boundary_id) do update set
      ended_at = excluded.ended_at, through_at = excluded.through_at, begin_position = excluded.begin_position,
      end_position = excluded.end_position, end_place = excluded.end_place, distance_m = excluded.distance_m,
      distance_source = excluded.distance_source, top_speed = excluded.top_speed, moving_s = excluded.moving_s,
      idle_s = excluded.idle_s, pauses = excluded.pauses, speed_limit = excluded.speed_limit,
      limit_source = excluded.limit_source, attributes = excluded.attributes,
      revised_at = case when ${revises} and s.ended_at is not null and (s.ended_at, s.distance_m, s.top_speed, s.moving_s, s.idle_s, s.pauses)
        is distinct from (excluded.ended_at, excluded.distance_m, excluded.top_speed, excluded.moving_s,
          excluded.idle_s, excluded.pauses) then now() else s.revised_at end`.execute(trx)
}

function rowOf({ segment, through }: Put) {
  const { begin, end, limit, details, began_at, ended_at } = segment
  const { engine_on_at, ...others } = details
  const attributes = { ...others, ...(engine_on_at !== undefined && { engine_on_at: timeOf(engine_on_at) }) }
  return {
    kind: segment.kind,
    began_at: timeOf(began_at),
    ended_at: ended_at === null ? null : timeOf(ended_at),
    through_at: timeOf(through),
    begin_lon: begin.lon,
    begin_lat: begin.lat,
    end_lon: end.lon,
    end_lat: end.lat,
    begin_place: textOf(begin),
    end_place: textOf(end),
    distance_m: segment.distance_m,
    distance_source: segment.distance_source,
    top_speed: segment.top_speed,
    moving_s: segment.moving_s,
    idle_s: segment.idle_s,
    pauses: segment.pauses,
    boundary_id: segment.boundary_id,
    speed_limit: limit?.speed ?? null,
    limit_source: limit?.source ?? null,
    attributes: Object.keys(attributes).length > 0 ? attributes : null,
  }
}

/** Computes days of trackers again, from their segments. */
export async function writeDays(trx: Trx, spans: readonly DaySpan[]): Promise<void> {
  if (spans.length === 0) return
  const bounds = spans.map(boundsOf)
  const wanted = bounds.map(({ key, first_at, end_at }) => ({ ...keyOf(key), first_at, end_at }))
  const { rows } = await sql<Counted & { i: number }>`/* segments_of_days */
    select q.i::int as i, s.kind, (extract(epoch from s.began_at) * 1000)::float8 as began_at,
      (extract(epoch from s.ended_at) * 1000)::float8 as ended_at,
      (extract(epoch from s.through_at) * 1000)::float8 as through, s.distance_m, s.distance_source,
      s.top_speed::float8 as top_speed, s.moving_s::float8 as moving_s, s.idle_s::float8 as idle_s
    from ${unnestRows(wanted, { bigint: trackerKey, float8: ['first_at', 'end_at'] }, 'q', 'i')}
    cross join lateral (select coalesce((select t.began_at from segment t
        where t.organisation_id = q.organisation_id and t.tracker_id = q.tracker_id
          and t.kind in ('trip', 'stop', 'gap') and t.began_at <= to_timestamp(q.first_at / 1000)
        order by t.began_at desc limit 1), to_timestamp(q.first_at / 1000)) as at) f
    join segment s on s.organisation_id = q.organisation_id and s.tracker_id = q.tracker_id
      and s.began_at >= f.at and s.began_at < to_timestamp(q.end_at / 1000)`.execute(trx)
  const found = new Map<number, Counted[]>()
  for (const { i, ...row } of rows) {
    const own = found.get(i)
    if (own) own.push(row)
    else found.set(i, [row])
  }
  const days = bounds.flatMap(({ key, zone, first, last }, i) =>
    daysOf(found.get(i + 1) ?? [], zone)
      .filter(({ day }) => day >= first && day <= last)
      .map((day) => ({ ...keyOf(key), ...day })),
  )
  await upsertDays(
    trx,
    days,
    // In another time zone there may be days before and after.
    bounds.map(({ key, first, last, is_first, is_last }) => ({
      ...keyOf(key),
      first: is_first ? '-infinity' : first,
      last: is_last ? 'infinity' : last,
    })),
  )
}

function boundsOf({ key, from, until, zone, is_first, is_last }: DaySpan) {
  const [first, last] = [from, until].map((at) => DateTime.fromMillis(at, { zone }).startOf('day')) as [
    DateTime<true>,
    DateTime<true>,
  ]
  const end_at = last.plus({ days: 1 }).toMillis()
  return {
    key,
    zone,
    is_first,
    is_last,
    first: first.toISODate(),
    last: last.toISODate(),
    first_at: first.toMillis(),
    end_at,
  }
}

async function upsertDays(trx: Trx, days: (TrackerKey & Day)[], spans: object[]): Promise<void> {
  const rows = days.map(({ first_start, last_end, ...day }) => ({
    ...day,
    first_start: first_start === null ? null : timeOf(first_start),
    last_end: last_end === null ? null : timeOf(last_end),
  }))
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (organisation_id bigint,
      tracker_id bigint, day date, distance_m float8, estimated_m float8, driving_s real, idle_s real, stops integer,
      visits integer, first_start timestamptz, last_end timestamptz, top_speed real)`
  await sql`/* write_days */
    with r as (select * from ${recordset}), gone as (
      delete from tracker_day d
      using jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as g (organisation_id bigint, tracker_id bigint,
        first date, last date)
      where d.organisation_id = g.organisation_id and d.tracker_id = g.tracker_id
        and d.day between g.first and g.last and not exists (select from r where r.organisation_id = d.organisation_id
          and r.tracker_id = d.tracker_id and r.day = d.day)
    )
    insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s, stops,
      visits, first_start, last_end, top_speed)
    select r.organisation_id, r.tracker_id, r.day, r.distance_m, r.estimated_m, r.driving_s, r.idle_s,
      r.stops, r.visits, r.first_start, r.last_end, r.top_speed
    from r
    on conflict (organisation_id, tracker_id, day) do update set distance_m = excluded.distance_m,
      estimated_m = excluded.estimated_m, driving_s = excluded.driving_s, idle_s = excluded.idle_s,
      stops = excluded.stops, visits = excluded.visits, first_start = excluded.first_start,
      last_end = excluded.last_end, top_speed = excluded.top_speed`.execute(trx)
}

const keyOf = ({ organisation_id, tracker_id }: TrackerKey): TrackerKey => ({ organisation_id, tracker_id })

/** The nearest town, found without a network. */
export const textOf = (position: Position) =>
  describePlace(placeOf(position), 'metric', ({ distance, direction, town }) => `${distance} ${direction} of ${town}`)

/** Keys of segments that were taken back. */
export function keyed(key: string): RemovedSegment {
  const [kind, began_at, boundary_id] = key.split(' ')
  return {
    kind: kind as SegmentKind,
    began_at: Number(began_at),
    boundary_id: boundary_id ? Number(boundary_id) : null,
  }
}

const PART = 200

/** A segment, and the report that ended it or up to which it is counted. */
export type Put = { segment: Segment; through: number }
export type RemovedSegment = Pick<Segment, 'kind' | 'began_at' | 'boundary_id'>
export type SegmentChanges = { key: TrackerKey; puts: readonly Put[]; removed: readonly RemovedSegment[] }
/** Times are milliseconds since 1970; the zone is the organisation's. */
export type DaySpan = {
  key: TrackerKey
  from: number
  until: number
  zone: string
  /** Whether the tracker has nothing before or after: days there are deleted. */
  is_first?: boolean
  is_last?: boolean
}

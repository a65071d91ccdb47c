import { type Kysely, sql } from 'kysely'
import { bigints, booleans, doubles } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'

/**
 * Evaluates many positions with PostGIS in one statement: the boundary each is in, whether any boundary applies to its
 * tracker, and whether the report is stored already. Results are in the order of the queries.
 */
export async function locatePositions(db: Kysely<Database>, queries: PositionQuery[]): Promise<PositionResult[]> {
  // Most batches need no search for duplicates, which would touch every partition at least in planning.
  const searches_duplicates = queries.some((a) => a.duplicate_search !== null)
  const { rows } =
    await sql<PackedResults>`${sql.raw(searches_duplicates ? '/* locate_and_search_duplicates */' : '/* locate */')}
    select string_agg(coalesce(r.part_key, ''), ',' order by r.i) as part_keys,
      string_agg(case when r.part_key is not null or ${isBounded} then 't' else 'f' end, '' order by r.i) as bounded,
      ${searches_duplicates ? sql`string_agg(case when ${isStored} then 't' else 'f' end, '' order by r.i)` : sql`''`} as stored,
      string_agg(nextval('tracker_event_id_seq')::text, ',' order by r.i) as event_ids
    from (
      select q.*, case when q.lon is not null then coalesce(
        ${sameBoundary},
        ${boundaryAt(sql`q.lon`)},
        -- Near the antimeridian an edge within reach may have the other sign.
        case when abs(q.lon) + q.lon_reach > 178 then ${boundaryAt(sql`q.lon - sign(q.lon) * 360`)} end
      ) end as part_key
      from (
        select u.*, coalesce(u.accuracy, 0) / 110000.0 as lat_reach,
          coalesce(u.accuracy, 0) / 110000.0 / cos(radians(least(abs(u.lat), 85))) as lon_reach
        from unnest(
          ${bigints(queries.map((a) => a.organisation_id))}::bigint[],
          ${bigints(queries.map((a) => a.tracker_id))}::bigint[],
          ${bigints(queries.map((a) => a.owner_user_id))}::bigint[],
          ${bigints(queries.map((a) => a.part_id))}::bigint[],
          ${doubles(queries.map((a) => a.lon))}::float8[],
          ${doubles(queries.map((a) => a.lat))}::float8[],
          ${doubles(queries.map((a) => a.accuracy && Math.min(a.accuracy, MAX_ACCURACY_M)))}::float8[],
          ${doubles(queries.map((a) => a.moment))}::float8[]${searches_duplicates ? duplicateSearchColumns(queries) : sql``}
        ) with ordinality as u
          (organisation_id, tracker_id, owner_user_id, part_id, lon, lat, accuracy, moment${sql.raw(
            searches_duplicates ? ', fix_at, digest, look_exactly, look_back' : '',
          )}, i)
        offset 0
      ) q
      offset 0
    ) r`.execute(db)
  return unpackResults(rows[0]!)
}

const duplicateSearchColumns = (queries: PositionQuery[]) => sql`,
          ${doubles(queries.map((a) => a.fix_at))}::float8[],
          ${bigints(queries.map((a) => a.digest))}::bigint[],
          ${booleans(queries.map((a) => a.duplicate_search === 'at its time'))}::boolean[],
          ${booleans(queries.map((a) => a.duplicate_search === 'in the last hour'))}::boolean[]`

/** Packed into one row: splitting strings costs a tenth of decoding as many rows. */
function unpackResults({ part_keys, bounded, stored, event_ids }: PackedResults): PositionResult[] {
  const places = part_keys.split(',')
  return event_ids.split(',').map((event_id, i) => {
    const [boundary_id, part_id] = places[i] ? places[i].split(':') : []
    return {
      boundary_id: boundary_id ? Number(boundary_id) : null,
      part_id: part_id ? Number(part_id) : null,
      bounded: bounded[i] === 't',
      stored: stored[i] === 't',
      event_id: Number(event_id),
    }
  })
}

/**
 * Accuracy is capped at the maximum buffer of a boundary, in metres. A device claiming 1000 km would otherwise be
 * inside everywhere, and every boundary in reach would be measured.
 */
const MAX_ACCURACY_M = 10_000

const part_key = sql`concat(p.boundary_id, ':', p.id)`

const applies = sql`(p.schedule is null or schedule_applies(p.schedule, to_timestamp(q.moment / 1000)))
    and (p.owner_user_id is null or p.owner_user_id = q.owner_user_id)
    and (p.all_trackers or exists (
      select from boundary_tracker l
      where l.organisation_id = p.organisation_id and l.boundary_id = p.boundary_id and l.tracker_id = q.tracker_id))`

/**
 * The part that the tracker was in before, if it still is: true for most reports, and a lookup by key costs a fifth of
 * the search.
 */
const sameBoundary = sql`(
  select ${part_key} from boundary_part p
  where p.id = q.part_id and p.organisation_id = q.organisation_id
    and st_covers(p.geometry, st_setsrid(st_makepoint(q.lon, q.lat), 4326))
    and ${applies})`

/**
 * One applicable boundary that contains the position, or has it within its buffer or the report's accuracy, whichever
 * is wider (if the boundary uses accuracy). `reach` is indexed; exact tests run on the index's candidates.
 */
const boundaryAt = (lon: ReturnType<typeof sql>) => sql`(
  select ${part_key} from boundary_part p
  where p.organisation_id = q.organisation_id
    and p.reach && st_makeenvelope(
      ${lon} - q.lon_reach, q.lat - q.lat_reach, ${lon} + q.lon_reach, q.lat + q.lat_reach, 4326)
    and (st_covers(p.geometry, st_setsrid(st_makepoint(${lon}, q.lat), 4326))
      or case when p.buffer_m > 0 or (p.use_accuracy and q.accuracy > 0)
        then st_dwithin(p.geometry::geography, st_setsrid(st_makepoint(q.lon, q.lat), 4326)::geography,
          greatest(p.buffer_m, case when p.use_accuracy then coalesce(q.accuracy, 0) else 0 end))
        else false end)
    and ${applies}
  limit 1)`

const isNow = sql`(b.schedule is null or schedule_applies(b.schedule, to_timestamp(r.moment / 1000)))`

const isBounded = sql`(
  exists (select from boundary b
    where b.organisation_id = r.organisation_id and b.active and b.all_trackers and b.owner_user_id is null
      and ${isNow})
  or exists (select from boundary b
    where b.organisation_id = r.organisation_id and b.active and b.all_trackers and b.owner_user_id = r.owner_user_id
      and ${isNow})
  or exists (select from boundary_tracker l
    join boundary b on b.organisation_id = l.organisation_id and b.id = l.boundary_id
    where l.organisation_id = r.organisation_id and l.tracker_id = r.tracker_id
      and b.active and (b.owner_user_id is null or b.owner_user_id = r.owner_user_id) and ${isNow}))`

const isStored = sql`case
  when r.look_exactly then exists (select from tracker_event e
    where e.organisation_id = r.organisation_id and e.tracker_id = r.tracker_id
      and e.fix_at = to_timestamp(r.fix_at / 1000) and e.digest = r.digest)
  when r.look_back then exists (select from tracker_event e
    where e.organisation_id = r.organisation_id and e.tracker_id = r.tracker_id
      and e.fix_at > to_timestamp(r.fix_at / 1000) - interval '1 hour' and e.digest = r.digest)
  else false end`

export type PositionQuery = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  /** The part of a boundary that the tracker was in before, if cached. */
  part_id: number | null
  /** Null without a valid fix. */
  lon: number | null
  lat: number | null
  accuracy: number | null
  /** The time that schedules are evaluated at: milliseconds since 1970. */
  moment: number
  /** Milliseconds since 1970. */
  fix_at: number
  digest: number
  /** Where to search for a stored duplicate; null: nowhere. */
  duplicate_search: 'at its time' | 'in the last hour' | null
}

export type PositionResult = {
  boundary_id: number | null
  /** The part of the boundary. */
  part_id: number | null
  bounded: boolean
  stored: boolean
  /** A fresh id for the event. */
  event_id: number
}

type PackedResults = { part_keys: string; bounded: string; stored: string; event_ids: string }

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { bigints, booleans, doubles } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import { findBroken, type Ruled } from './broken.ts'
import {
  acrossAntimeridian,
  applies,
  isBounded,
  isInReach,
  isInside,
  isNearAntimeridian,
  type PositionQuery,
  positionColumns,
  positionValues,
  reaches,
} from './predicate.ts'

/**
 * Evaluates many positions with PostGIS in one statement: the boundary of rule `any` each is in, whether any of them
 * applies to its tracker, and whether the report is stored already. A second statement finds the boundaries of the
 * other rules that are broken, where any are used. Results are in the order of the queries.
 *
 * @param rehearsed tables of boundaries to use instead of the stored ones, as a `with` clause; nothing gets an id then
 */
export async function locatePositions(
  db: Kysely<Database>,
  queries: PositionQuery[],
  rehearsed?: RawBuilder<unknown>,
): Promise<PositionResult[]> {
  // Most batches need no search for duplicates, which would touch every partition at least in planning.
  const searches_duplicates = queries.some((a) => a.duplicate_search !== null)
  const organisation_ids = [...new Set(queries.map((a) => a.organisation_id))]
  const { rows } =
    await sql<PackedResults>`${rehearsed ?? sql.raw(searches_duplicates ? '/* locate_and_search_duplicates */' : '/* locate */')}
    select string_agg(coalesce(q.part_key, ''), ',' order by q.i) as part_keys,
      string_agg(case when q.part_key is not null or ${isBounded(sql`b.rule = 'any'`)} then 't' else 'f' end, ''
        order by q.i) as bounded,
      exists (select from boundary b where b.organisation_id = any(${bigints(organisation_ids)}::bigint[])
        and b.active and b.rule <> 'any') as is_ruled,
      ${searches_duplicates ? sql`string_agg(case when ${isStored} then 't' else 'f' end, '' order by q.i)` : sql`''`} as stored,
      string_agg(${rehearsed ? sql`'0'` : sql`nextval('tracker_event_id_seq')::text`}, ',' order by q.i) as event_ids
    from (
      select q.*, case when q.lon is not null then coalesce(
        ${sameBoundary},
        ${boundaryAt(sql`q.lon`)},
        case when ${isNearAntimeridian} then ${boundaryAt(acrossAntimeridian)} end
      ) end as part_key
      from (
        select u.*, ${reaches}
        from unnest(
          ${positionValues(queries)},
          ${bigints(queries.map((a) => a.part_id))}::bigint[]${searches_duplicates ? duplicateSearchColumns(queries) : sql``}
        ) with ordinality as u
          (${positionColumns}, part_id${sql.raw(
            searches_duplicates ? ', fix_at, digest, look_exactly, look_back' : '',
          )}, i)
        offset 0
      ) q
      offset 0
    ) q`.execute(db)
  const results = unpackResults(rows[0]!)
  if (!rows[0]!.is_ruled && !queries.some((query) => query.is_breaking)) return results
  const ruled = await findBroken(db, queries, rehearsed)
  return results.map((result, i) => ({ ...result, ...ruled.get(i) }))
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

const part_key = sql`concat(p.boundary_id, ':', p.id)`

/**
 * The part that the tracker was in before, if it still is: true for most reports, and a lookup by key costs a fifth of
 * the search.
 */
const sameBoundary = sql`(
  select ${part_key} from boundary_part p
  where p.id = q.part_id and p.organisation_id = q.organisation_id and p.rule = 'any'
    and st_covers(p.geometry, st_setsrid(st_makepoint(q.lon, q.lat), 4326))
    and ${applies})`

/** One applicable boundary of rule `any` that the position is inside of. */
const boundaryAt = (lon: ReturnType<typeof sql>) => sql`(
  select ${part_key} from boundary_part p
  where p.organisation_id = q.organisation_id and p.rule = 'any'
    and ${isInReach(lon)}
    and ${isInside(lon)}
    and ${applies}
  limit 1)`

const isStored = sql`case
  when q.look_exactly then exists (select from tracker_event e
    where e.organisation_id = q.organisation_id and e.tracker_id = q.tracker_id
      and e.fix_at = to_timestamp(q.fix_at / 1000) and e.digest = q.digest)
  when q.look_back then exists (select from tracker_event e
    where e.organisation_id = q.organisation_id and e.tracker_id = q.tracker_id
      and e.fix_at > to_timestamp(q.fix_at / 1000) - interval '1 hour' and e.digest = q.digest)
  else false end`

export type { PositionQuery }

export type PositionResult = Partial<Ruled> & {
  boundary_id: number | null
  /** The part of the boundary. */
  part_id: number | null
  bounded: boolean
  stored: boolean
  /** A fresh id for the event. */
  event_id: number
}

type PackedResults = { part_keys: string; bounded: string; is_ruled: boolean; stored: string; event_ids: string }

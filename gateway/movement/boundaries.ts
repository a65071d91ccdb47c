import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'
import type { Fix, SpeedLimit } from './rules/index.ts'

/** Organisations that have boundaries, each with their speed limits by boundary: others pay nothing for visits. */
export async function readBounded(db: Kysely<Database>, organisation_ids: number[]): Promise<Map<number, Limits>> {
  const { rows } = await sql<{ id: number; limits: Record<string, number> | null }>`/* bounded_movement */
    select o.id, (select json_object_agg(b.id, b.speed_limit) from boundary b
        where b.organisation_id = o.id and b.speed_limit is not null and b.active) as limits
    from unnest(${organisation_ids}::bigint[]) as o (id)
    where exists (select from boundary_part p where p.organisation_id = o.id)`.execute(db)
  return new Map(
    rows.map(({ id, limits }) => [
      Number(id),
      new Map(Object.entries(limits ?? {}).map(([boundary_id, limit]) => [Number(boundary_id), limit])),
    ]),
  )
}

/**
 * Adds to each fix the boundaries that contain it, and those that the way from the fix before crosses without either of
 * them inside. All of the organisation's active boundaries count, whatever their rule.
 */
export async function locate(db: Kysely<Database>, ways: Way[]): Promise<void> {
  const rows = ways.map(({ organisation_id, fix, from, limits }) => ({
    organisation_id,
    limits,
    lon: fix.lon!,
    lat: fix.lat!,
    from_lon: lonOf(from, fix),
    from_lat: from?.lat ?? null,
    fix,
  }))
  for (let at = 0; at < rows.length; at += PART) await locatePart(db, rows.slice(at, at + PART))
}

async function locatePart(db: Kysely<Database>, rows: Row[]): Promise<void> {
  const point = sql`st_setsrid(st_makepoint(q.lon, q.lat), 4326)`
  const line = sql`st_setsrid(st_makeline(st_makepoint(q.from_lon, q.from_lat), st_makepoint(q.lon, q.lat)), 4326)`
  const { rows: found } = await sql<{ i: number; inside: number[]; crossed: number[] }>`/* locate_movement */
    select q.i::int as i,
      array(select distinct p.boundary_id from boundary_part p where p.organisation_id = q.organisation_id
        and p.reach && ${point} and st_covers(p.geometry, ${point}) order by 1) as inside,
      case when q.from_lon is null then '{}'::bigint[] else
        array(select distinct p.boundary_id from boundary_part p where p.organisation_id = q.organisation_id
          and p.reach && ${line} and st_intersects(p.geometry, ${line})
          and not exists (select from boundary_part o where o.organisation_id = p.organisation_id
            and o.boundary_id = p.boundary_id and (st_covers(o.geometry, ${point})
              or st_covers(o.geometry, st_setsrid(st_makepoint(q.from_lon, q.from_lat), 4326))))
          order by 1) end as crossed
    from ${unnestRows(rows, { bigint: ['organisation_id'], float8: ['lon', 'lat', 'from_lon', 'from_lat'] }, 'q', 'i')}`.execute(
    db,
  )
  for (const { i, inside, crossed } of found) {
    const { fix, limits } = rows[i - 1]!
    fix.inside = inside.map(Number)
    fix.crossed = crossed.map(Number)
    fix.limit = lowest(fix.inside, limits)
  }
}

function lowest(inside: readonly number[], limits: Limits): SpeedLimit | null {
  let limit: SpeedLimit | null = null
  for (const boundary_id of limits.size > 0 ? inside : []) {
    const speed = limits.get(boundary_id)
    if (speed !== undefined && speed < (limit?.speed ?? Number.POSITIVE_INFINITY)) {
      limit = { speed, source: 'boundary', boundary_id }
    }
  }
  return limit
}

/** Null where the way goes across the 180th meridian: it is not followed round the globe. */
const lonOf = (from: { lon: number } | null, { lon }: Fix) =>
  from && Math.abs(from.lon - lon!) <= 180 ? from.lon : null

const PART = 500

/** Metres per second, by boundary. */
export type Limits = Map<number, number>
export type Way = { organisation_id: number; limits: Limits; fix: Fix; from: { lon: number; lat: number } | null }
type Row = {
  organisation_id: number
  limits: Limits
  lon: number
  lat: number
  from_lon: number | null
  from_lat: number | null
  fix: Fix
}

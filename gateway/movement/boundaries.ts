import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'
import type { Fix } from './rules/index.ts'

/** Whether organisations have boundaries at all: others pay nothing for visits. */
export async function withBoundaries(db: Kysely<Database>, organisation_ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select o.id from unnest(${organisation_ids}::bigint[]) as o (id)
    where exists (select from boundary_part p where p.organisation_id = o.id)`.execute(db)
  return new Set(rows.map(({ id }) => Number(id)))
}

/**
 * Adds to each fix the boundaries that contain it, and those that the way from the fix before crosses without either of
 * them inside. All of the organisation's active boundaries count, whatever their rule.
 */
export async function locate(db: Kysely<Database>, ways: Way[]): Promise<void> {
  const rows = ways.map(({ organisation_id, fix, from }) => ({
    organisation_id,
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
    Object.assign(rows[i - 1]!.fix, { inside: inside.map(Number), crossed: crossed.map(Number) })
  }
}

/** Null where the way goes across the 180th meridian: it is not followed round the globe. */
const lonOf = (from: { lon: number } | null, { lon }: Fix) =>
  from && Math.abs(from.lon - lon!) <= 180 ? from.lon : null

const PART = 500

export type Way = { organisation_id: number; fix: Fix; from: { lon: number; lat: number } | null }
type Row = {
  organisation_id: number
  lon: number
  lat: number
  from_lon: number | null
  from_lat: number | null
  fix: Fix
}

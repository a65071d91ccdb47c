import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { BoundaryRule } from '#db/tables/tracking/boundary.ts'
import type { DrillKind } from '#db/tables/tracking/drills/fire_drill.ts'

/**
 * The way of a drill over the edge of a boundary: out of it, or into one that trackers must keep out of. Of an alarm it
 * is a place in the boundary. The nearest point outside counts that is in none of the boundaries of rule `any` either.
 *
 * @returns null where there is no such point within some hundred kilometres
 */
export async function findWay(db: Kysely<Database>, boundary: Boundary, kind: DrillKind): Promise<Way | null> {
  const { organisation_id, id, rule, buffer_m } = boundary
  const others = rule === 'any' ? sql`and p.rule = 'any'` : sql`and p.boundary_id = ${id}`
  const { rows } = await sql<{ lon: number; lat: number; out_lon: number | null; out_lat: number | null }>`
    with inner_point as (
      select st_pointonsurface(geometry) as at from boundary where organisation_id = ${organisation_id} and id = ${id}
    )
    select st_x(i.at) as lon, st_y(i.at) as lat, st_x(o.at) as out_lon, st_y(o.at) as out_lat
    from inner_point i left join lateral (
      select c.at from unnest(${sql.lit(`{${DISTANCES.join()}}`)}::float8[]) with ordinality as d (metres, i),
        generate_series(0, 315, 45) as course
        cross join lateral (select st_project(i.at::geography, d.metres, radians(course))::geometry as at) c
      where abs(st_y(c.at)) < 85 and not exists (
        select from boundary_part p where p.organisation_id = ${organisation_id} ${others}
          and p.reach && st_expand(c.at, ${MARGIN_DEGREES})
          and st_dwithin(p.geometry::geography, c.at::geography, p.buffer_m + ${MARGIN_M}))
        and not exists (select from boundary b where b.organisation_id = ${organisation_id} and b.id = ${id}
          and st_dwithin(b.geometry::geography, c.at::geography, ${buffer_m}::float8 + ${MARGIN_M}))
      order by d.i, course limit 1
    ) o on ${kind === 'boundary'}
    limit 1`.execute(db)
  const row = rows[0]
  if (!row) return null
  const inside = [row.lon, row.lat] as const
  if (kind === 'alarm') return wayFrom(inside, inside)
  if (row.out_lon === null || row.out_lat === null) return null
  const outside = [row.out_lon, row.out_lat] as const
  return rule === 'keep_out' ? wayFrom(outside, inside) : wayFrom(inside, outside)
}

const wayFrom = (from: readonly [number, number], to: readonly [number, number]): Way => ({
  from_lon: from[0],
  from_lat: from[1],
  to_lon: to[0],
  to_lat: to[1],
})

/** Metres from the middle of the boundary, in which the next point is sought. */
const DISTANCES = [150, 300, 500, 800, 1200, 2000, 3000, 5000, 8000, 12_000, 20_000, 40_000, 80_000, 160_000, 320_000]
/** From every edge, so that no buffer counts it as inside. */
const MARGIN_M = 40
const MARGIN_DEGREES = 0.001

type Boundary = { organisation_id: number; id: number; rule: BoundaryRule; buffer_m: number }
type Way = { from_lon: number; from_lat: number; to_lon: number; to_lat: number }

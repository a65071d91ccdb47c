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
 *
 * @param ways of each tracker: where they all are in the same boundaries, as at a rest, they are not looked up one by one
 */
export async function locate(db: Kysely<Database>, ways: Way[][]): Promise<void> {
  const single: Row[] = []
  const together: Row[][] = []
  for (const own of ways) {
    const rows = own.map(rowOf)
    if (rows.length < TOGETHER) single.push(...rows)
    else for (let at = 0; at < rows.length; at += TOGETHER) together.push(rows.slice(at, at + TOGETHER))
  }
  for (let at = 0; at < together.length; at += PART)
    single.push(...(await locateTogether(db, together.slice(at, at + PART))))
  for (let at = 0; at < single.length; at += PART) await locatePart(db, single.slice(at, at + PART))
}

const rowOf = ({ organisation_id, fix, from, limits }: Way): Row => ({
  organisation_id,
  limits,
  lon: fix.lon!,
  lat: fix.lat!,
  from_lon: lonOf(from, fix),
  from_lat: from?.lat ?? null,
  fix,
})

/** @returns the fixes of those parts of which some boundary contains a part only */
async function locateTogether(db: Kysely<Database>, parts: Row[][]): Promise<Row[]> {
  const boxes = parts.map((rows) => {
    const lons = rows.flatMap(({ lon, from_lon }) => (from_lon === null ? [lon] : [lon, from_lon]))
    const lats = rows.flatMap(({ lat, from_lat }) => (from_lat === null ? [lat] : [lat, from_lat]))
    const { organisation_id } = rows[0]!
    return {
      organisation_id,
      west: Math.min(...lons) - EDGE,
      east: Math.max(...lons) + EDGE,
      south: Math.min(...lats) - EDGE,
      north: Math.max(...lats) + EDGE,
    }
  })
  const { rows: found } = await sql<{ i: number; ids: number[]; covered: boolean }>`/* locate_boxes */
    select q.i::int as i, array_agg(distinct p.boundary_id order by p.boundary_id) as ids,
      bool_and(st_covers(p.geometry, g.box)) as covered
    from ${unnestRows(boxes, { bigint: ['organisation_id'], float8: ['west', 'south', 'east', 'north'] }, 'q', 'i')}
    cross join lateral (select st_makeenvelope(q.west, q.south, q.east, q.north, 4326) as box offset 0) g
    join boundary_part p on p.organisation_id = q.organisation_id and p.reach && g.box
    group by q.i`.execute(db)
  const by_box = new Map(found.map(({ i, ...box }) => [i - 1, box]))
  return parts.flatMap((rows, i) => {
    const { ids, covered } = by_box.get(i) ?? { ids: [], covered: true }
    const box = boxes[i]!
    if (!covered || box.east - box.west > 180) return rows
    for (const { fix, limits } of rows) {
      fix.inside = ids.map(Number)
      fix.limit = lowest(fix.inside, limits)
    }
    return []
  })
}

async function locatePart(db: Kysely<Database>, rows: Row[]): Promise<void> {
  const point = (lon: string, lat: string) => sql`st_setsrid(st_makepoint(${sql.ref(lon)}, ${sql.ref(lat)}), 4326)`
  // One expression, so that the cheap answers spare the others: 2 is here, 4 was there before, 1 is crossed.
  // Packed into one text: a row for each fix would cost more than to find it.
  const { rows: answers } = await sql<{ found: string | null }>`/* locate_movement */
    select string_agg(q.i || b.found, ' ') as found
    from ${unnestRows(rows, { bigint: ['organisation_id'], float8: ['lon', 'lat', 'from_lon', 'from_lat'] }, 'q', 'i')}
    cross join lateral (select ${point('q.lon', 'q.lat')} as here, ${point('q.from_lon', 'q.from_lat')} as there offset 0) g
    cross join lateral (select string_agg(case when b.how & 2 <> 0 then '+' else '-' end || b.id, '' order by b.id) as found
      from (select p.boundary_id as id, bit_or(case when st_covers(p.geometry, g.here) then 2 when q.from_lon is null then 0
        when st_covers(p.geometry, g.there) then 4 when st_intersects(p.geometry, st_makeline(g.there, g.here)) then 1
        else 0 end) as how
      from boundary_part p where p.organisation_id = q.organisation_id
        and p.reach && coalesce(st_makeline(g.there, g.here), g.here)
      group by p.boundary_id) b
      where b.how & 2 <> 0 or b.how = 1) b
    where b.found is not null`.execute(db)
  for (const found of answers[0]!.found?.split(' ') ?? []) {
    const [i, ...boundaries] = found.split(/(?=[+-])/)
    const { fix, limits } = rows[Number(i) - 1]!
    const of = (how: string) => boundaries.filter((id) => id[0] === how).map((id) => Number(id.slice(1)))
    fix.inside = of('+')
    fix.crossed = of('-')
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
/** Fixes of a tracker in a row. */
const TOGETHER = 24
/** Degrees, about ten centimetres: a box around a single point needs an area to be searched by. */
const EDGE = 1e-6

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

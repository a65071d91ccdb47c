import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { profileOfTracker } from '#db/movement/profile_of.ts'
import type { MovementInput } from '#db/movement/queue.ts'
import { isBelow, profileOfGroups } from '#db/privacy/tracker_groups.ts'

/** The trackers that a job finds again, each from one time to another. Those without any history have none. */
export async function spansOf(db: Db, organisation_id: number, input: MovementInput): Promise<Spans> {
  if (input.of !== 'boundaries') return { spans: await wholeSpans(db, organisation_id, input), boundary_ids: [] }
  const { rows } = await sql<{ id: number }>`select m.boundary_id as id from movement_boundary m
    where m.organisation_id = ${organisation_id}`.execute(db)
  const boundary_ids = rows.map(({ id }) => Number(id))
  return { spans: await visitSpans(db, organisation_id, boundary_ids), boundary_ids }
}

async function wholeSpans(
  db: Db,
  organisation_id: number,
  input: Exclude<MovementInput, { of: 'boundaries' }>,
): Promise<Span[]> {
  const from = input.of === 'tracker' ? (input.from ?? null) : null
  const to = input.of === 'tracker' ? (input.to ?? null) : null
  const { rows } = await sql<Span>`
    select c.tracker_id, coalesce(${from}::timestamptz, f.at)::text as from_at,
      greatest(coalesce(${from}::timestamptz, f.at), coalesce(${to}::timestamptz, now()))::text as to_at
    from movement_checkpoint c
    cross join lateral (select min(s.began_at) as at from segment s
      where s.organisation_id = c.organisation_id and s.tracker_id = c.tracker_id) f
    where c.organisation_id = ${organisation_id} and c.through is not null and ${isWanted(input)}
      and coalesce(${from}::timestamptz, f.at) is not null
    order by c.tracker_id`.execute(db)
  return rows
}

function isWanted(input: Exclude<MovementInput, { of: 'boundaries' }>) {
  if (input.of === 'organisation') return sql<SqlBool>`true`
  if (input.of === 'tracker') return sql<SqlBool>`c.tracker_id = ${input.tracker_id}`
  const is_of =
    input.of === 'group'
      ? isBelow(sql`c.organisation_id`, sql`t.group_id`, input.group_id)
      : input.of === 'defaults'
        ? sql`t.movement_profile_id is null and ${profileOfGroups('t', 'group_id')} is null`
        : sql`${profileOfTracker('t')} = ${input.movement_profile_id}`
  return sql<SqlBool>`exists (select from tracker t
    where t.organisation_id = c.organisation_id and t.id = c.tracker_id and ${is_of})`
}

/**
 * Trackers that may have been in boundaries, by their segments: no report is read. What drove so far can have been in an
 * area whose distance from its begin and its end together is no more. What began after the boundaries were changed has
 * their visits already.
 */
async function visitSpans(db: Db, organisation_id: number, boundary_ids: number[]): Promise<Span[]> {
  if (boundary_ids.length === 0) return []
  const is_before = sql<SqlBool>`began_at < (select max(b.modified_at) from boundary b
    where b.organisation_id = ${organisation_id} and b.id = any(${boundary_ids}::bigint[]))`
  const found = new Map<number, { from_at: string; to_at: string }>()
  const { rows: ends } = await sql<{ from: number | null; to: number }>`
    select (extract(epoch from min(began_at)) * 1000)::float8 as from,
      (extract(epoch from max(began_at)) * 1000)::float8 as to from segment
    where organisation_id = ${organisation_id} and ${is_before}`.execute(db)
  const { from, to } = ends[0]!
  // A month at a time: on the embedded database others wait for a statement.
  for (let at = from ?? Number.POSITIVE_INFINITY; at <= to; at += MONTH_MS) {
    const [begin, end] = [at, at + MONTH_MS].map((each) => new Date(each).toISOString())
    const { rows } = await sql<Span>`
      with area as (
        select min(p.boundary_id) as boundary_id, st_setsrid(st_extent(p.geometry)::geometry, 4326) as box
        from boundary_part p where p.organisation_id = ${organisation_id} and p.boundary_id = any(${boundary_ids}::bigint[])
        group by ${boundary_ids.length > MOST_AREAS ? sql`p.organisation_id` : sql`p.boundary_id`})
      select s.tracker_id, min(s.began_at)::text as from_at, max(coalesce(s.ended_at, s.through_at))::text as to_at
      from segment s
      where s.organisation_id = ${organisation_id} and s.began_at >= ${begin} and s.began_at < ${end} and ${is_before}
        and (s.boundary_id = any(${boundary_ids}::bigint[]) or (s.kind in ('trip', 'stop') and exists (
          select from area a where abs(st_x(s.begin_position) - st_x(s.end_position)) > 180
            or least(180 - abs(st_x(s.begin_position)), st_distance(s.begin_position, a.box) + st_distance(s.end_position, a.box))
              * 111320 * cos(radians(least(89, greatest(abs(st_ymin(a.box)), abs(st_ymax(a.box)), abs(st_y(s.begin_position))))))
              <= 1.3 * s.distance_m + 1000)))
      group by s.tracker_id`.execute(db)
    for (const { tracker_id, from_at, to_at } of rows) {
      found.set(Number(tracker_id), { from_at: found.get(Number(tracker_id))?.from_at ?? from_at, to_at })
    }
  }
  return [...found].map(([tracker_id, span]) => ({ tracker_id, ...span }))
}

const MONTH_MS = 30 * 86_400_000
/** More boundaries count as one that contains all. */
const MOST_AREAS = 20

export type Span = { tracker_id: number; from_at: string; to_at: string }
type Spans = { spans: Span[]; boundary_ids: number[] }

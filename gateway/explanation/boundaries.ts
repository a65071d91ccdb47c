import { type Kysely, sql } from 'kysely'
import type { BoundaryAt } from '#db/alerts/explanation.ts'
import type { Database } from '#db/tables/index.ts'
import { acrossAntimeridian, isInside, isNow } from '../engine/predicate.ts'

/**
 * The boundaries that concern a tracker at a time, as they are now: the nearest that apply and the nearest others, each
 * with what decides whether it applies, and how far it is from a position. By the fragments of the engine's statements.
 */
export async function boundariesAt(db: Kysely<Database>, of: Place): Promise<BoundaryAt[]> {
  const { rows } = await sql<BoundaryAt>`/* explain_boundaries */
    with q as (
      select ${of.organisation_id}::bigint as organisation_id, ${of.tracker_id}::bigint as tracker_id,
        ${of.owner_user_id}::bigint as owner_user_id, ${of.lon}::float8 as lon, ${of.lat}::float8 as lat,
        ${of.accuracy}::float8 as accuracy, ${of.at}::float8 as moment
    ), near as (
      select b.id, min(least(p.geometry <-> st_setsrid(st_makepoint(q.lon, q.lat), 4326),
        p.geometry <-> st_setsrid(st_makepoint(${acrossAntimeridian}, q.lat), 4326))) as degrees
      from q join boundary b on b.organisation_id = q.organisation_id
      left join boundary_part p on p.organisation_id = b.organisation_id and p.boundary_id = b.id
      group by b.id
    ), known as (
      select b.*, n.degrees, ${isNow} as in_schedule,
        b.owner_user_id is null or b.owner_user_id is not distinct from q.owner_user_id as of_owner,
        b.all_trackers or exists (select from boundary_tracker l where l.organisation_id = b.organisation_id
          and l.boundary_id = b.id and l.tracker_id = q.tracker_id) as of_tracker
      from q join near n on true join boundary b on b.organisation_id = q.organisation_id and b.id = n.id
    ), ranked as (
      select k.*, row_number() over (
        partition by k.active and k.in_schedule and k.of_owner and k.of_tracker order by k.degrees, k.id) as place
      from known k
    )
    select r.id::float8 as boundary_id, r.name, r.rule, r.active, r.in_schedule, r.of_owner, r.of_tracker,
      r.buffer_m::float8 as buffer_m, r.use_accuracy, r.created_at, r.modified_at, d.inside, d.distance_m
    from q join ranked r on r.place <= ${SHOWN}
    left join lateral (
      select bool_or(case when r.rule = 'keep_out'
          then ${isInside(sql`q.lon`, sql`0`)} or ${isInside(acrossAntimeridian, sql`0`)}
          else ${isInside(sql`q.lon`)} or ${isInside(acrossAntimeridian)} end) as inside,
        min(st_distance(p.geometry::geography, st_setsrid(st_makepoint(q.lon, q.lat), 4326)::geography)) as distance_m
      from boundary_part p
      where p.organisation_id = r.organisation_id and p.boundary_id = r.id and q.lon is not null
    ) d on true
    order by not (r.active and r.in_schedule and r.of_owner and r.of_tracker), r.place`.execute(db)
  return rows
}

/** Of those that apply, and of the others. */
const SHOWN = 20

type Place = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  /** Null without a valid fix. */
  lon: number | null
  lat: number | null
  /** Metres, at most the widest buffer of a boundary. */
  accuracy: number | null
  /** Milliseconds since 1970. */
  at: number
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { BreachRule } from '#db/tables/tracking/boundary_breach.ts'
import {
  acrossAntimeridian,
  applies,
  isBounded,
  isInReach,
  isInside,
  isNearAntimeridian,
  isNow,
  type PositionQuery,
  positionColumns,
  positionValues,
  reaches,
} from './predicate.ts'

/**
 * Evaluates the rules `alone` and `keep_out` for many positions, in one statement. Asked only for batches in whose
 * organisations these rules are used, so that other fleets do not pay for them.
 *
 * @param rehearsed see `locatePositions`
 * @returns by the index of the query; queries to which no boundary of these rules applies are missing
 */
export async function findBroken(
  db: Kysely<Database>,
  queries: PositionQuery[],
  rehearsed?: RawBuilder<unknown>,
): Promise<Map<number, Ruled>> {
  const { rows } = await sql<Row>`${rehearsed ?? sql.raw('/* find_broken */')}
    select q.i::int as i, q.ruled, case when q.ruled then ${broken} end as broken, case when q.lon is null then ${ceased} end as ceased
    from (
      select q.*, q.lon is not null and ${isBounded(sql`b.rule in ('alone', 'keep_out')`)} as ruled
      from (
        select u.*, ${reaches}
        from unnest(
          ${positionValues(queries)}
        ) with ordinality as u (${positionColumns}, i)
        offset 0
      ) q
      offset 0
    ) q
    where q.ruled or q.lon is null`.execute(db)
  return new Map(
    rows.map(({ i, ruled, broken, ceased }) => [i - 1, { ruled, broken: unpack(broken), ceased: ceased ?? [] }]),
  )
}

type Row = { i: number; ruled: boolean; broken: string | null; ceased: number[] | null }

/** `a` and a boundary of rule `alone`, `k` and one of rule `keep_out`, separated by commas. */
function unpack(text: string | null): Ruled['broken'] {
  return text === null
    ? []
    : text
        .split(',')
        .map((item) => ({ boundary_id: Number(item.slice(1)), rule: item.startsWith('a') ? 'alone' : 'keep_out' }))
}

/** Boundaries that one report can break; the first ones by id count. */
const MAX_BROKEN = 50

/** Ids of the boundaries of rule `alone` that apply. Each condition reads an index of its own. */
const alone = sql`
    select b.id from boundary b
    where b.organisation_id = q.organisation_id and b.rule = 'alone' and b.active and b.all_trackers
      and b.owner_user_id is null and ${isNow}
    union all
    select b.id from boundary b
    where b.organisation_id = q.organisation_id and b.rule = 'alone' and b.active and b.all_trackers
      and b.owner_user_id = q.owner_user_id and ${isNow}
    union all
    select b.id from boundary_tracker l
    join boundary b on b.organisation_id = l.organisation_id and b.id = l.boundary_id
    where l.organisation_id = q.organisation_id and l.tracker_id = q.tracker_id and b.rule = 'alone' and b.active
      and not b.all_trackers and (b.owner_user_id is null or b.owner_user_id = q.owner_user_id) and ${isNow}`

/**
 * Boundaries that the position is in and must not be. The position decides, with the boundary's buffer: an inaccurate
 * fix beside the area raises no alert, as it raises none beside the edge of a boundary that must not be left.
 */
const keptOutAt = (lon: ReturnType<typeof sql>) => sql`
    select 'k' as kind, p.boundary_id as id from boundary_part p
    where p.organisation_id = q.organisation_id and p.rule = 'keep_out'
      and ${isInReach(lon)} and ${isInside(lon, sql`0`)} and ${applies}`

const broken = sql`(
    select string_agg(concat(x.kind, x.id), ',' order by x.id) from (
      select distinct kind, id from (
        ${keptOutAt(sql`q.lon`)}
        union all
        ${keptOutAt(acrossAntimeridian)} and ${isNearAntimeridian}
        union all
        select 'a', b.id from (${alone}) b
        where not exists (select from boundary_part p
          where p.organisation_id = q.organisation_id and p.boundary_id = b.id
            and ((${isInReach(sql`q.lon`)} and ${isInside(sql`q.lon`)})
              or (${isNearAntimeridian} and ${isInReach(acrossAntimeridian)} and ${isInside(acrossAntimeridian)})))
      ) broken
      order by id limit ${sql.lit(MAX_BROKEN)}
    ) x)`

/** Without a fix nothing is known of the position, but a breach ends when its boundary no longer applies. */
const ceased = sql`array(
    select x.boundary_id::float8 from boundary_breach x
    where x.organisation_id = q.organisation_id and x.tracker_id = q.tracker_id and not exists (
      select from boundary b
      where b.organisation_id = x.organisation_id and b.id = x.boundary_id and b.rule = x.rule and b.active
        and (b.owner_user_id is null or b.owner_user_id = q.owner_user_id) and ${isNow}
        and (b.all_trackers or exists (
          select from boundary_tracker l
          where l.organisation_id = b.organisation_id and l.boundary_id = b.id and l.tracker_id = q.tracker_id))))`

/** Of the rules `alone` and `keep_out`; see `RuleInput`. */
export type Ruled = { ruled: boolean; broken: { boundary_id: number; rule: BreachRule }[]; ceased: number[] }

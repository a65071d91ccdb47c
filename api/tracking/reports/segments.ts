import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPrivate } from '#db/privacy/private_trips.ts'
import { natural } from '#db/tables/natural.ts'
import { Segment, type segmentKinds } from '#db/tables/tracking/movement/segment.ts'
import { readsShared } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { isInGroup } from '../access/groups.ts'
import { readsSegment } from '../access/scopes.ts'
import type { ReportRequest } from './request.ts'

/**
 * The segments of a kind in the period of a report, of trackers that the viewer reads, as an item of FROM. What goes over
 * the edge of the period counts by the share of its time that is inside: so the sum of its days is the period's.
 *
 * Of private trips, and the rests between them, there are no places. Further columns: `private`, `tracker_name`, `name_key` to sort by it, `end_at` (of what
 * continues, the last report), `inside_s`, `share`, `place`.
 */
export function segmentsIn(asked: ReportRequest, kind: (typeof segmentKinds)[number]): RawBuilder<unknown> {
  const { begins_at, ends_at, boundary_id, driver_id, at_least_s, after, first_of_day, timezone } = asked
  const conditions = [
    sql<SqlBool>`segment.organisation_id = ${asked.organisation_id} and segment.kind = ${kind}`,
    overlaps(begins_at, ends_at),
    readsSegment(asked.viewer),
    ofTrackers(asked, sql.ref('segment.tracker_id')),
    boundary_id !== undefined && sql<SqlBool>`segment.boundary_id = ${boundary_id}`,
    driver_id !== undefined && sql<SqlBool>`segment.driver_id = ${driver_id}`,
    at_least_s !== undefined &&
      sql<SqlBool>`coalesce(segment.ended_at, segment.through_at) - segment.began_at >= make_interval(secs => ${at_least_s}::float8)`,
    // It has begun in the period: what continues from the day before does not begin.
    (after !== undefined || first_of_day === true) && sql<SqlBool>`segment.began_at >= ${begins_at}`,
  ].filter((one) => one !== false)
  const later = after === undefined ? sql`true` : sql`f.local::time > ${after}::time`
  // Once for each tracker, not for each of its segments.
  const named = sql`(select t.id, coalesce(nullif(t.name, ''), t.number) as name, ${natural(
    sql`coalesce(nullif(t.name, ''), t.number)`,
  )} as name_key
    from tracker t where t.organisation_id = ${asked.organisation_id} and ${ofTrackers(asked, sql.ref('t.id'))} offset 0)`
  const first = first_of_day ? sql`f.of_day = 1` : sql`true`
  return sql`(select s.*, coalesce(s.inside_s / nullif(s.whole_s, 0), 1) as share,
      t.name as tracker_name, t.name_key
    from (select f.*, coalesce(f.ended_at, f.through_at) as end_at,
        extract(epoch from coalesce(f.ended_at, f.through_at) - f.began_at)::float8 as whole_s,
        greatest(0, extract(epoch from least(coalesce(f.ended_at, f.through_at), ${ends_at}::timestamptz)
          - greatest(f.began_at, ${begins_at}::timestamptz)))::float8 as inside_s
      from (select l.*, row_number() over (
          partition by l.tracker_id, l.boundary_id, l.local::date order by l.began_at) as of_day
        from (select ${masked}, segment.began_at at time zone ${timezone} as local
          from (select segment.*, ${isPrivate('segment')} as private from segment
            where ${sql.join(conditions, sql` and `)} offset 0) segment) l) f
      where ${later} and ${first}) s
    join ${named} t on t.id = s.tracker_id)`
}

/** What is shown of places, whose columns are otherwise read as they are. */
const places: Record<string, string> = {
  begin_position: 'null',
  end_position: 'null',
  begin_place: "'Private'",
  end_place: "'Private'",
}
const masked = sql.join([
  ...Object.keys(Segment.columns).map((name) =>
    name in places
      ? sql`case when segment.private then ${sql.raw(places[name]!)} else ${sql.ref(`segment.${name}`)} end as ${sql.ref(name)}`
      : sql.ref(`segment.${name}`),
  ),
  sql.ref('segment.private'),
])

/**
 * Where a segment began: the boundaries that the tracker was in and the viewer sees, else the nearest town.
 *
 * @param s the alias of `segmentsIn`
 */
export const placeOf = (viewer: Viewer, s: string) => sql<
  string | null
>`coalesce(case when not ${sql.ref(`${s}.private`)} then (
  select string_agg(distinct b.name, ', ') from segment v
  join boundary b on b.organisation_id = v.organisation_id and b.id = v.boundary_id and ${readsShared(viewer, 'b')}
  where v.organisation_id = ${sql.ref(`${s}.organisation_id`)} and v.tracker_id = ${sql.ref(`${s}.tracker_id`)}
    and v.kind = 'visit' and v.began_at <= ${sql.ref(`${s}.end_at`)}
    and v.began_at > ${sql.ref(`${s}.began_at`)} - interval '31 days'
    and (v.ended_at is null or v.ended_at > ${sql.ref(`${s}.began_at`)})) end, ${sql.ref(`${s}.begin_place`)})`

/**
 * What the figures of a row follow from, as JSON in a text for the page: files leave it out.
 *
 * @param s the alias of `segmentsIn`
 */
export const whyOf = (s: string) => sql<string>`json_build_object('kind', ${sql.ref(`${s}.kind`)},
  'ended_at', ${sql.ref(`${s}.ended_at`)}, 'distance_m', ${sql.ref(`${s}.distance_m`)} * ${sql.ref(`${s}.share`)},
  'distance_source', ${sql.ref(`${s}.distance_source`)}, 'pauses', ${sql.ref(`${s}.pauses`)},
  'idle_s', ${sql.ref(`${s}.idle_s`)} * ${sql.ref(`${s}.share`)}, 'speed_limit', ${sql.ref(`${s}.speed_limit`)},
  'limit_source', ${sql.ref(`${s}.limit_source`)}, 'revised_at', ${sql.ref(`${s}.revised_at`)},
  'attributes', ${sql.ref(`${s}.attributes`)}, 'share', ${sql.ref(`${s}.share`)})::text`

/**
 * Where a row was, as JSON in a text for the map of the page: its begin, and the end of what moved.
 *
 * @param s the alias of `segmentsIn`
 */
export const wayOf = (s: string) => sql<string | null>`(case when ${sql.ref(`${s}.private`)} then null
  when ${sql.ref(`${s}.kind`)} in ('trip', 'speeding', 'towed', 'gap') then json_build_array(
    ${pointOf(`${s}.begin_position`)}, ${pointOf(`${s}.end_position`)})
  else json_build_array(${pointOf(`${s}.begin_position`)}) end)::text`

const pointOf = (column: string) => sql`json_build_array(round(st_x(${sql.ref(column)})::numeric, 5),
  round(st_y(${sql.ref(column)})::numeric, 5))`

/** Whether a segment is in the period. Three branches, each of an index: those of a week at most, longer ones, open ones. */
export const overlaps = (from: string, to: string) => sql<SqlBool>`(
  (segment.began_at >= ${from}::timestamptz - interval '7 days' and segment.began_at < ${to}
    and (segment.ended_at is null or segment.ended_at > ${from}))
  or (segment.ended_at - segment.began_at > interval '7 days' and segment.ended_at > ${from} and segment.began_at < ${to})
  or (segment.ended_at is null and segment.began_at < ${to}))`

/** Whether a tracker is one of those named, or none is named, and in the group, if one is. */
export function ofTrackers(asked: ReportRequest, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { tracker_id, group_id } = asked
  const named = tracker_id?.length ? sql<SqlBool>`${column} = any(${tracker_id}::bigint[])` : sql<SqlBool>`true`
  if (group_id === undefined) return named
  const grouped = sql`array(select g.id from tracker g where g.organisation_id = ${asked.organisation_id}
    and ${isInGroup('g', group_id)})`
  return sql<SqlBool>`(${named} and ${column} = any(${grouped}))`
}

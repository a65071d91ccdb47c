import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Whether a report is not of the time of a private trip. A scalar subquery, so that it never becomes a join: one look
 * at an index for a row, in the order in which rows are read.
 *
 * Ends are in the order of begins (`settlePrivateTrips`), so the last that has begun says it for all.
 *
 * @param e the table or alias of events
 */
export const isShown = (e: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  select p.hidden_until >= ${sql.ref(`${e}.fix_at`)} from private_trip p
  where p.organisation_id = ${sql.ref(`${e}.organisation_id`)} and p.tracker_id = ${sql.ref(`${e}.tracker_id`)}
    and p.began_at <= ${sql.ref(`${e}.fix_at`)}
  order by p.began_at desc, p.hidden_until desc limit 1) is not true`

/**
 * Whether a segment has a share in the time of a private trip.
 *
 * @param s the table or alias of segments
 */
export const isPrivate = (s: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  select p.hidden_until > ${sql.ref(`${s}.began_at`)} from private_trip p
  where p.organisation_id = ${sql.ref(`${s}.organisation_id`)} and p.tracker_id = ${sql.ref(`${s}.tracker_id`)}
    and p.began_at < coalesce(${sql.ref(`${s}.ended_at`)}, ${sql.ref(`${s}.through_at`)})
  order by p.began_at desc, p.hidden_until desc limit 1) is true`

/** Whether a segment is shown: of private times only what tiles the time is, with its distance. */
export const isShownSegment = (s: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${s}.kind`)} in ('trip', 'stop', 'gap') or not ${isPrivate(s)})`

/**
 * Lets the marks of trackers follow the trips that are found now: a mark covers each trip in which it has a share, and
 * the rest between two private trips is as private as they are, since it is where one led to.
 */
export async function settlePrivateTrips(trx: Db, spans: readonly TrackerSpan[]): Promise<void> {
  if (spans.length === 0) return
  const marked = sql`jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as q (organisation_id bigint,
      tracker_id bigint, since timestamptz, until timestamptz)
    join private_trip m on m.organisation_id = q.organisation_id and m.tracker_id = q.tracker_id`
  const { rows } = await sql`/* private_marks */ select from ${marked} limit 1`.execute(trx)
  if (rows.length === 0) return
  await sql`/* cover_private_trips */
    update private_trip p set began_at = f.began_at, ended_at = f.ended_at, modified_at = now(),
      hidden_until = greatest(p.hidden_until, f.ended_at)
    from (select m.organisation_id, m.id, least(m.began_at, min(s.began_at)) as began_at,
        greatest(m.ended_at, max(coalesce(s.ended_at, s.through_at))) as ended_at
      from ${marked} join segment s on s.organisation_id = m.organisation_id and s.tracker_id = m.tracker_id
        and s.kind = 'trip' and s.began_at < m.ended_at and coalesce(s.ended_at, s.through_at) > m.began_at
      where m.ended_at >= q.since and m.began_at <= q.until
      group by m.organisation_id, m.id, m.began_at, m.ended_at) f
    where p.organisation_id = f.organisation_id and p.id = f.id
      and (p.began_at <> f.began_at or p.ended_at <> f.ended_at)`.execute(trx)
  await sql`/* hide_between_private_trips */
    update private_trip p set hidden_until = f.hidden_until, modified_at = now()
    from (select m.organisation_id, m.id, greatest(m.ended_at, coalesce((
        select n.began_at from (select x.began_at from private_trip x
          where x.organisation_id = m.organisation_id and x.tracker_id = m.tracker_id and x.began_at > m.began_at
          order by x.began_at limit 1) n
        where not exists (select from segment s
          where s.organisation_id = m.organisation_id and s.tracker_id = m.tracker_id and s.kind = 'trip'
            and s.began_at >= m.ended_at and s.began_at < n.began_at)), m.ended_at)) as hidden_until
      from ${marked}
      where m.began_at <= q.until and m.hidden_until >= coalesce((select max(x.began_at) from private_trip x
        where x.organisation_id = m.organisation_id and x.tracker_id = m.tracker_id and x.began_at < q.since), q.since)
    ) f
    where p.organisation_id = f.organisation_id and p.id = f.id and p.hidden_until <> f.hidden_until`.execute(trx)
}

/** Times are ISO 8601. */
export type TrackerSpan = { organisation_id: number; tracker_id: number; since: string; until: string }

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import { plannedTimes } from './planned.ts'

/**
 * When a shift ends, as a statement; null while it continues. One that a person has entered without an end lasts until
 * the next key.
 */
export const endOfShift = (shift: string): RawBuilder<string | null> => sql`coalesce(${sql.ref(`${shift}.ended_at`)},
  case when ${sql.ref(`${shift}.source`)} = 'person' then (select min(k.began_at) from driver_shift k
    where k.organisation_id = ${sql.ref(`${shift}.organisation_id`)} and k.tracker_id = ${sql.ref(`${shift}.tracker_id`)}
      and k.source = 'key' and k.began_at > ${sql.ref(`${shift}.began_at`)}) end)`

/**
 * Who was planned for at least half of a segment `g`, where there was no shift in it: a key that no driver has says
 * that another person drove.
 */
const plannedDriver = sql`(select p.driver_id
  from planned_shift p cross join lateral ${plannedTimes('p', sql`g.began_at`, sql`g.ends_at`)} t
  where p.organisation_id = g.organisation_id and p.tracker_id = g.tracker_id
    and (least(t.ends_at, g.ends_at) - greatest(t.begins_at, g.began_at)) * 2 >= g.ends_at - g.began_at
    and not exists (select from driver_shift x
      where x.organisation_id = g.organisation_id and x.tracker_id = g.tracker_id and x.began_at < g.ends_at
        and coalesce(${endOfShift('x')}, 'infinity') > g.began_at)
  order by least(t.ends_at, g.ends_at) - greatest(t.begins_at, g.began_at) desc, p.id limit 1)`

/**
 * Writes who drove into the segments of trackers that lie in a span, wholly or in part: the driver of the shift that
 * covers most of it. What a person has entered goes before what keys say where it covers half; a plan comes last.
 */
export async function fillDrivers(trx: Db, spans: readonly DriverSpan[]): Promise<void> {
  if (spans.length === 0) return
  await sql`/* fill_drivers */
    update segment s set driver_id = coalesce(f.shift_driver_id, f.planned_driver_id)
    from (
      select g.organisation_id, g.id, g.began_at, (
        select d.driver_id
        from (select d.*, ${endOfShift('d')} as ends_at from driver_shift d
          where d.organisation_id = g.organisation_id and d.tracker_id = g.tracker_id
            and d.driver_id is not null and d.began_at < g.ends_at
            and (d.ended_at is null or d.ended_at > g.began_at)) d
        cross join lateral (select least(coalesce(d.ends_at, 'infinity'), g.ends_at) - greatest(d.began_at, g.began_at)
          as covered) c
        where c.covered > interval '0'
        order by d.source = 'person' and c.covered * 2 >= g.ends_at - g.began_at desc, c.covered desc, d.began_at
        limit 1) as shift_driver_id, ${plannedDriver} as planned_driver_id
      from (select q.* from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as q (organisation_id bigint,
          tracker_id bigint, since timestamptz, until timestamptz, always boolean)
        where q.always or exists (select from driver_shift x
          where x.organisation_id = q.organisation_id and x.tracker_id = q.tracker_id)
          or exists (select from planned_shift x
            where x.organisation_id = q.organisation_id and x.tracker_id = q.tracker_id)
        offset 0) q
      cross join lateral (select coalesce((select max(t.began_at) from segment t
        where t.organisation_id = q.organisation_id and t.tracker_id = q.tracker_id
          and t.kind in ('trip', 'stop', 'gap') and t.began_at <= q.since), q.since) as since) first
      cross join lateral (select s.organisation_id, s.tracker_id, s.id, s.began_at,
          greatest(coalesce(s.ended_at, s.through_at), s.began_at + interval '1 microsecond') as ends_at
        from segment s
        where s.organisation_id = q.organisation_id and s.tracker_id = q.tracker_id
          and s.began_at >= first.since and s.began_at <= q.until
          and s.kind in ('trip', 'idle', 'speeding', 'towed')) g
    ) f
    where s.organisation_id = f.organisation_id and s.id = f.id and s.began_at = f.began_at
      and s.driver_id is distinct from coalesce(f.shift_driver_id, f.planned_driver_id)`.execute(trx)
}

/** Times are ISO 8601. */
export type DriverSpan = {
  organisation_id: number
  tracker_id: number
  since: string
  until: string
  /** Also of a tracker without shifts: the last one may have been removed. */
  always?: boolean
}

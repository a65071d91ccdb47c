import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'

/** A report a minute. */
export const PER_DAY = 1440
/** Where all trackers begin their days, in degrees. */
export const START = { lon: 174.6, lat: -36.8 }

/** Reports of a day, inserted in the order of time as they arrive. @param every_min minutes from one to the next */
export async function addDay(
  db: Kysely<Database>,
  { organisation_id, tracker_ids }: Fleet,
  day: string,
  every_min = 1,
): Promise<void> {
  await sql`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, altitude, speed,
      heading, accuracy, outside_boundary, repeated, late, boundary_id, attributes, digest)
    select ${organisation_id}::bigint, m.id, m.at, m.at + interval '1 s' * (0.2 + random()), 'position', true,
      st_setsrid(st_makepoint(round((${START.lon}::float8 + x)::numeric, 6)::float8,
        round((${START.lat}::float8 + y)::numeric, 6)::float8), 4326),
      round((40 + 8 * random())::numeric, 1), case when drives then round((8 + 10 * random())::numeric, 2) else 0 end,
      case when drives then round((360 * random())::numeric) end, round((3 + 6 * random())::numeric, 1), false, false, false, 1,
      jsonb_build_object('battery', 100 - minute / 30, 'charging', drives, 'satellites', 7 + round(random() * 6),
        'odometer', round((12000 + m.id * 10 + travelled)::numeric, 1)),
      floor(random() * 281474976710656)::bigint
    from (
      select d.*, ${day}::timestamptz + minute * interval '1 minute' + interval '1 s' * (d.id % 60) as at,
        sum(case when drives then (random() - 0.5) * 0.01 else 0 end) over way as x,
        sum(case when drives then (random() - 0.5) * 0.01 else 0 end) over way as y,
        sum(case when drives then 0.8 else 0 end) over way as travelled
      from (
        select t.id, minute, minute between 420 + t.id % 60 and 1019 + t.id % 60 as drives
        from unnest(${`{${tracker_ids.join(',')}}`}::bigint[]) as t (id), generate_series(0, ${PER_DAY - 1}::int, ${every_min}::int) minute
      ) d window way as (partition by d.id order by minute)
    ) m order by m.at`.execute(db)
}

type Fleet = { organisation_id: number; tracker_ids: number[] }

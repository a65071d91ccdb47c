/** Edges in degrees. */
export type Box = { west: number; south: number; east: number; north: number }

/** How an engine writes what the standard of SQL has no function for. */
export type Dialect = {
  /** Milliseconds since 1970 of a time. */
  millis(time: string): string
}
export const spark: Dialect = { millis: (time) => `unix_millis(${time})` }
export const trino: Dialect = { millis: (time) => `cast(round(to_unixtime(${time}) * 1000) as bigint)` }

/**
 * Visits of a box, as `POST area/visits` finds them: a report outside ends none, the second in a row does. Passages
 * between two reports, which need the way's geometry, are not among them.
 */
export const visits = ({ millis }: Dialect, events: string, organisation: number, box: Box) => `
  with fixes as (
    select tracker_id, fix_at, id, least(fix_at, received) as seen_at,
      longitude between ${box.west} and ${box.east} and latitude between ${box.south} and ${box.north} as inside
    from ${events} where organisation = ${organisation} and valid and longitude is not null
  ), followed as (
    select *, coalesce(lag(inside) over trackers, false) or coalesce(lag(inside, 2) over trackers, false) as was_inside
    from fixes window trackers as (partition by tracker_id order by fix_at, id)
  ), numbered as (
    select *, sum(case when was_inside then 0 else 1 end)
      over (partition by tracker_id order by fix_at, id rows unbounded preceding) as visit
    from followed where inside
  )
  select tracker_id, ${millis('min(seen_at)')} as began, ${millis('max(seen_at)')} as last, count(*) as reports
  from numbered group by tracker_id, visit order by began, tracker_id`

/**
 * Kilometres of the fleet on each UTC day: great circles (radius 6371.0088 km) between fixes at most half an hour apart,
 * of which one was driven. Ringfence finds trips first, so that the drift of parked vehicles does not count.
 */
export const kilometres = (_: Dialect, events: string, organisation: number) => `
  with fixes as (
    select tracker_id, day, fix_at, speed, radians(longitude) as lon, radians(latitude) as lat,
      lag(fix_at) over trackers as from_at, lag(speed) over trackers as from_speed,
      lag(radians(longitude)) over trackers as from_lon, lag(radians(latitude)) over trackers as from_lat
    from ${events} where organisation = ${organisation} and valid and longitude is not null
    window trackers as (partition by tracker_id order by fix_at, id)
  )
  select cast(day as varchar(10)) as day, sum(2 * 6371.0088 * asin(sqrt(least(1, pow(sin((lat - from_lat) / 2), 2)
    + cos(lat) * cos(from_lat) * pow(sin((lon - from_lon) / 2), 2))))) as kilometres
  from fixes where fix_at <= from_at + interval '30' minute and greatest(speed, from_speed) > 0
  group by day order by day`

export type Visit = { tracker_id: number; began: number; last: number; reports: number }
export type Day = { day: string; kilometres: number }
/** Rows of each answer, and how long it took. */
export type Answers = { visits: Timed<Visit>; kilometres: Timed<Day> }
export type Timed<Row> = { rows: Row[]; seconds: number }

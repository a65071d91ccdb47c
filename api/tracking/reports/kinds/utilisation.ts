import { sql } from 'kysely'
import { trackersOf } from '../days.ts'
import { defineReport, trackerColumn } from '../report.ts'
import type { ReportRequest } from '../request.ts'
import { segmentsIn } from '../segments.ts'

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** By the clock of the organisation. */
const workOf = ({ work_days = '12345', work_from = '08:00', work_until = '17:00' }: ReportRequest) => ({
  days: [...new Set(work_days)].sort().map(Number),
  from: work_from,
  until: work_until,
  // A shift over night ends on the next day.
  nights: work_until <= work_from ? 1 : 0,
})

export const utilisation = defineReport({
  name: 'utilisation',
  title: 'Utilisation',
  about: 'Which share of the working hours a tracker drove',
  detail(asked) {
    const { days, from, until } = workOf(asked)
    const [first, last] = [days[0]!, days.at(-1)!]
    const is_row = days.length > 2 && last - first === days.length - 1
    const named = is_row ? `${names[first - 1]} to ${names[last - 1]}` : days.map((day) => names[day - 1]).join(', ')
    return `${named}, ${from} to ${until}`
  },
  filters: ['work_days', 'work_from', 'work_until'],
  columns: [
    trackerColumn,
    { name: 'work_s', title: 'Working hours', measure: 'duration' },
    { name: 'used_s', title: 'On trips in them', measure: 'duration', total: 'sum' },
    { name: 'used', title: 'Utilisation', measure: 'share', heat: true },
    { name: 'other_s', title: 'On trips at other hours', measure: 'duration', total: 'sum' },
  ],
  chart: { by: 'tracker_name', of: 'used_s' },
  rows(asked) {
    const { from, until, timezone } = asked
    const work = workOf(asked)
    return sql`
    with work as (
      select (day::date + ${work.from}::time) at time zone ${timezone} as begins,
        (day::date + ${work.nights}::int + ${work.until}::time) at time zone ${timezone} as ends
      from generate_series(${from}::date, ${until}::date, interval '1 day') day
      where extract(isodow from day)::int = any(${work.days}::int[])),
    driven as (
      select s.tracker_id, sum(s.inside_s) as trips_s, sum(coalesce((
        select sum(extract(epoch from least(s.end_at, work.ends) - greatest(s.began_at, work.begins))) from work
        where work.begins < s.end_at and work.ends > s.began_at), 0)) as used_s
      from ${segmentsIn(asked, 'trip')} s group by s.tracker_id),
    whole as (select coalesce(extract(epoch from sum(ends - begins)), 0)::float8 as work_s from work)
    select t.id as tracker_id, t.name as tracker_name, w.work_s, coalesce(d.used_s, 0)::float8 as used_s,
      (coalesce(d.used_s, 0) / nullif(w.work_s, 0))::float8 as used,
      coalesce(d.trips_s - d.used_s, 0)::float8 as other_s
    from ${trackersOf(asked)} t left join driven d on d.tracker_id = t.id, whole w
    where t.active or d.tracker_id is not null order by t.name_key, t.id`
  },
})

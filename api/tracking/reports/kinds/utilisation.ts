import { sql } from 'kysely'
import { profileOfTracker } from '#db/movement/profile_of.ts'
import { trackersOf } from '../days.ts'
import { defineReport, trackerColumn } from '../report.ts'
import type { ReportRequest } from '../request.ts'
import { segmentsIn } from '../segments.ts'

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Where neither the report nor a profile says anything else. */
const usual = { days: '12345', from: '08:00', until: '17:00' }

export const utilisation = defineReport({
  name: 'utilisation',
  title: 'Utilisation',
  about: 'Which share of the working hours a tracker drove',
  detail({ work_days, work_from, work_until }) {
    const { days, from, until } = usual
    const text = textOf(work_days ?? days, work_from ?? from, work_until ?? until)
    return work_days || work_from || work_until ? text : `${text}, where the profile of a tracker has no others`
  },
  filters: ['work_days', 'work_from', 'work_until'],
  columns: [
    trackerColumn,
    { name: 'work_s', title: 'Working hours', measure: 'duration' },
    { name: 'used_s', title: 'On trips in them', measure: 'duration', total: 'sum' },
    { name: 'used', title: 'Utilisation', measure: 'share', heat: true },
    { name: 'other_s', title: 'On trips at other hours', measure: 'duration', total: 'sum' },
    { name: 'work', title: 'It works', measure: 'text' },
  ],
  chart: { by: 'tracker_name', of: 'used_s' },
  rows(asked) {
    return sql`
    with shown as materialized (
      select t.id, t.name, t.name_key, t.active, ${hoursOf(asked, 't.id')} as hours from ${trackersOf(asked)} t),
    ${workOf(asked)},
    driven as (
      select s.tracker_id, sum(s.inside_s) as trips_s, sum(coalesce((
        select sum(extract(epoch from least(s.end_at, work.ends) - greatest(s.began_at, work.begins))) from work
        where work.hours = t.hours and work.begins < s.end_at and work.ends > s.began_at), 0)) as used_s
      from ${segmentsIn(asked, 'trip')} s join shown t on t.id = s.tracker_id group by s.tracker_id),
    whole as (
      select hours, sum(extract(epoch from ends - begins))::float8 as work_s from work group by hours)
    select t.id as tracker_id, t.name as tracker_name, t.hours::text as work, coalesce(w.work_s, 0) as work_s,
      coalesce(d.used_s, 0)::float8 as used_s,
      (coalesce(d.used_s, 0) / nullif(w.work_s, 0))::float8 as used,
      coalesce(d.trips_s - d.used_s, 0)::float8 as other_s
    from shown t left join driven d on d.tracker_id = t.id left join whole w on w.hours = t.hours
    where t.active or d.tracker_id is not null order by t.name_key, t.id`
  },
  shape: (rows) =>
    rows.map(({ work, ...row }) => {
      const { days, from, until } = JSON.parse(String(work))
      return { ...row, work: textOf(days, from, until, 3) }
    }),
})

/** The working hours of a tracker: what is asked, otherwise those of its profile. */
const hoursOf = ({ organisation_id, work_days, work_from, work_until }: ReportRequest, id: string) => sql`(
  select jsonb_build_object(
    'days', coalesce(${work_days ?? null}, p.work->>'days', ${usual.days}),
    'from', coalesce(${work_from ?? null}, p.work->>'from', ${usual.from}),
    'until', coalesce(${work_until ?? null}, p.work->>'until', ${usual.until}))
  from tracker k left join movement_profile p
    on p.organisation_id = k.organisation_id and p.id = ${profileOfTracker('k')}
  where k.organisation_id = ${organisation_id} and k.id = ${sql.ref(id)})`

/** `work`: when who has those hours works. A shift over night ends on the next day. */
const workOf = ({ from, until, timezone }: ReportRequest) => sql`work as (
  select h.hours, (day::date + (h.hours->>'from')::time) at time zone ${timezone} as begins,
    (day::date + (case when h.hours->>'until' <= h.hours->>'from' then 1 else 0 end)
      + (h.hours->>'until')::time) at time zone ${timezone} as ends
  from (select distinct hours from shown) h
  cross join generate_series(${from}::date, ${until}::date, interval '1 day') day
  where position(extract(isodow from day)::text in h.hours->>'days') > 0)`

/** @param letters of the names of days; all by default */
function textOf(work_days: string, from: string, until: string, letters = 20): string {
  const days = [...new Set(work_days)].sort().map(Number)
  const [first, last] = [days[0]!, days.at(-1)!]
  const is_row = days.length > 2 && last - first === days.length - 1
  const nameOf = (day: number) => names[day - 1]!.slice(0, letters)
  const named = is_row ? `${nameOf(first)} to ${nameOf(last)}` : days.map(nameOf).join(', ')
  return `${named}, ${from} to ${until}`
}

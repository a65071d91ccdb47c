import { sql } from 'kysely'
import { isShown, trackerDays } from '../days.ts'
import { defineReport, trackerColumn } from '../report.ts'

export const summary = defineReport({
  name: 'summary',
  title: 'Summary',
  about: 'How far and how long each tracker drove',
  columns: [
    trackerColumn,
    { name: 'days', title: 'Days driven', measure: 'count' },
    { name: 'distance_m', title: 'Distance', measure: 'distance', total: 'sum' },
    { name: 'estimated_m', title: 'Estimated', measure: 'distance', total: 'sum' },
    { name: 'a_day_m', title: 'Per day driven', measure: 'distance' },
    { name: 'driving_s', title: 'Driving', measure: 'duration', total: 'sum' },
    { name: 'idle_s', title: 'Idling', measure: 'duration', total: 'sum' },
    { name: 'stops', title: 'Stops', measure: 'count', total: 'sum' },
    { name: 'visits', title: 'Visits', measure: 'count', total: 'sum' },
    { name: 'top_speed', title: 'Top speed', measure: 'speed', total: 'max' },
  ],
  chart: { by: 'tracker_name', of: 'distance_m' },
  rows: (asked) => sql`
    select t.id as tracker_id, t.name as tracker_name, count(*) filter (where d.driving_s > 0)::int as days,
      coalesce(sum(d.distance_m), 0) as distance_m, coalesce(sum(d.estimated_m), 0) as estimated_m,
      sum(d.distance_m) filter (where d.driving_s > 0)
        / nullif(count(*) filter (where d.driving_s > 0), 0) as a_day_m,
      coalesce(sum(d.driving_s), 0)::float8 as driving_s, coalesce(sum(d.idle_s), 0)::float8 as idle_s,
      coalesce(sum(d.stops), 0)::int as stops, coalesce(sum(d.visits), 0)::int as visits,
      max(d.top_speed) as top_speed
    from ${trackerDays(asked)} where ${isShown} group by t.id, t.name, t.name_key order by t.name_key, t.id`,
})

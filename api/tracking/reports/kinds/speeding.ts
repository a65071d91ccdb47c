import { sql } from 'kysely'
import { defineReport, trackerColumn } from '../report.ts'
import { segmentsIn, wayOf, whyOf } from '../segments.ts'

export const speeding = defineReport({
  name: 'speeding',
  title: 'Speeding',
  about: 'Who drove faster than allowed, where, and by how much',
  filters: ['driver_id', 'at_least_s'],
  columns: [
    trackerColumn,
    { name: 'began_at', title: 'From', measure: 'moment' },
    { name: 'inside_s', title: 'For', measure: 'duration', total: 'sum' },
    { name: 'begin_place', title: 'Near', measure: 'text' },
    { name: 'speed_limit', title: 'Limit', measure: 'speed' },
    { name: 'limit_source', title: 'Limit of', measure: 'text' },
    { name: 'top_speed', title: 'Top speed', measure: 'speed', total: 'max' },
    { name: 'over', title: 'Above the limit', measure: 'speed', total: 'max' },
    { name: 'distance_m', title: 'Distance', measure: 'distance', total: 'sum' },
  ],
  chart: { by: 'tracker_name', of: 'inside_s' },
  rows: (asked) => sql`
    select s.tracker_id, s.tracker_name, s.began_at, s.ended_at, s.inside_s, s.begin_place, s.speed_limit,
      s.limit_source, s.top_speed, s.top_speed - s.speed_limit as over, s.distance_m * s.share as distance_m,
      ${whyOf('s')} as why, ${wayOf('s')} as way
    from ${segmentsIn(asked, 'speeding')} s order by s.name_key, s.tracker_id, s.began_at`,
})

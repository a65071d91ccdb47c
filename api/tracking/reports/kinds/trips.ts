import { sql } from 'kysely'
import { defineReport, trackerColumn } from '../report.ts'
import { segmentsIn, wayOf, whyOf } from '../segments.ts'

export const trips = defineReport({
  name: 'trips',
  title: 'Trips',
  about: 'Each trip: when, from where to where, how far and how fast',
  filters: ['driver_id', 'at_least_s'],
  columns: [
    trackerColumn,
    { name: 'began_at', title: 'Began', measure: 'moment' },
    { name: 'begin_place', title: 'From', measure: 'text' },
    { name: 'ended_at', title: 'Ended', measure: 'moment' },
    { name: 'end_place', title: 'To', measure: 'text' },
    { name: 'distance_m', title: 'Distance', measure: 'distance', total: 'sum' },
    { name: 'moving_s', title: 'Driving', measure: 'duration', total: 'sum' },
    { name: 'pauses', title: 'Pauses', measure: 'count', total: 'sum' },
    { name: 'top_speed', title: 'Top speed', measure: 'speed', total: 'max' },
    { name: 'distance_source', title: 'Distance from', measure: 'text' },
  ],
  chart: { by: 'tracker_name', of: 'distance_m' },
  rows: (asked) => sql`
    select s.tracker_id, s.tracker_name, s.began_at, s.begin_place, s.ended_at, s.end_place, s.pauses, s.top_speed,
      s.distance_m * s.share as distance_m, s.moving_s * s.share as moving_s, s.distance_source,
      ${whyOf('s')} as why, ${wayOf('s')} as way
    from ${segmentsIn(asked, 'trip')} s order by s.name_key, s.tracker_id, s.began_at`,
})

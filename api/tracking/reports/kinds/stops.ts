import { sql } from 'kysely'
import { defineReport, trackerColumn } from '../report.ts'
import { placeOf, segmentsIn, wayOf, whyOf } from '../segments.ts'

export const stops = defineReport({
  name: 'stops',
  title: 'Stops',
  about: 'Who stood where, and for how long',
  filters: ['at_least_s'],
  columns: [
    trackerColumn,
    { name: 'place', title: 'Where', measure: 'text' },
    { name: 'began_at', title: 'Arrived', measure: 'moment' },
    { name: 'ended_at', title: 'Left', measure: 'moment' },
    { name: 'inside_s', title: 'Stood', measure: 'duration', total: 'sum' },
    { name: 'idle_s', title: 'With engine on', measure: 'duration', total: 'sum' },
  ],
  chart: { by: 'tracker_name', of: 'inside_s' },
  rows: (asked) => sql`
    select s.tracker_id, s.tracker_name, ${placeOf(asked.viewer, 's')} as place, s.began_at, s.ended_at, s.inside_s,
      s.idle_s * s.share as idle_s,
      ${whyOf('s')} as why, ${wayOf('s')} as way
    from ${segmentsIn(asked, 'stop')} s order by s.name_key, s.tracker_id, s.began_at`,
})

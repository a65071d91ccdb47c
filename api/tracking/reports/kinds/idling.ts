import { sql } from 'kysely'
import { defineReport, trackerColumn } from '../report.ts'
import { placeOf, segmentsIn, wayOf, whyOf } from '../segments.ts'

export const idling = defineReport({
  name: 'idling',
  title: 'Idling',
  about: 'Engines that ran while nothing moved',
  filters: ['driver_id', 'at_least_s'],
  columns: [
    trackerColumn,
    { name: 'place', title: 'Where', measure: 'text' },
    { name: 'began_at', title: 'From', measure: 'moment' },
    { name: 'ended_at', title: 'Until', measure: 'moment' },
    { name: 'inside_s', title: 'Idling', measure: 'duration', total: 'sum' },
  ],
  chart: { by: 'tracker_name', of: 'inside_s' },
  rows: (asked) => sql`
    select s.tracker_id, s.tracker_name, ${placeOf(asked.viewer, 's')} as place, s.began_at, s.ended_at, s.inside_s,
      ${whyOf('s')} as why, ${wayOf('s')} as way
    from ${segmentsIn(asked, 'idle')} s order by s.name_key, s.tracker_id, s.began_at`,
})

import { sql } from 'kysely'
import { natural } from '#db/tables/natural.ts'
import { defineReport, trackerColumn } from '../report.ts'
import { segmentsIn, wayOf, whyOf } from '../segments.ts'

export const visits = defineReport({
  name: 'visits',
  title: 'Visits',
  about: 'When trackers entered and left boundaries',
  filters: ['boundary_id', 'at_least_s', 'after', 'first_of_day'],
  columns: [
    { name: 'boundary_name', title: 'Boundary', measure: 'text' },
    trackerColumn,
    { name: 'began_at', title: 'Entered', measure: 'moment' },
    { name: 'ended_at', title: 'Left', measure: 'moment' },
    { name: 'inside_s', title: 'Inside', measure: 'duration', total: 'sum' },
    { name: 'how', title: 'How', measure: 'text' },
  ],
  chart: { by: 'boundary_name', of: 'inside_s' },
  rows: (asked) => sql`
    select s.tracker_id, s.tracker_name, s.boundary_id, coalesce(b.name, 'A removed boundary') as boundary_name,
      s.began_at, s.ended_at, s.inside_s,
      case when s.attributes->>'interpolated' = 'true' then 'Crossed between two reports'
        when s.attributes->>'passing' = 'true' then 'Passed through'
        when s.attributes->>'stopped' = 'true' then 'Stopped' else 'Drove inside' end as how,
      ${whyOf('s')} as why, ${wayOf('s')} as way
    from ${segmentsIn(asked, 'visit')} s
    left join boundary b on b.organisation_id = s.organisation_id and b.id = s.boundary_id
    order by ${natural(sql`b.name`)}, s.began_at, s.tracker_id`,
})

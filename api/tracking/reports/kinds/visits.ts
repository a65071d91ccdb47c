import { sql } from 'kysely'
import { natural } from '#db/tables/natural.ts'
import { isUnnamed } from '../../places/unnamed.ts'
import { defineReport, trackerColumn } from '../report.ts'
import type { ReportRequest } from '../request.ts'
import { segmentsIn, wayOf, whyOf } from '../segments.ts'
import { nameUnnamed } from '../unnamed.ts'

export const visits = defineReport({
  name: 'visits',
  title: 'Visits',
  about: 'When trackers entered and left boundaries',
  filters: ['boundary_id', 'at_least_s', 'after', 'first_of_day', 'unnamed'],
  columns: [
    { name: 'boundary_name', title: 'Boundary', measure: 'text' },
    trackerColumn,
    { name: 'began_at', title: 'Entered', measure: 'moment' },
    { name: 'ended_at', title: 'Left', measure: 'moment' },
    { name: 'inside_s', title: 'Inside', measure: 'duration', total: 'sum' },
    { name: 'how', title: 'How', measure: 'text' },
  ],
  chart: { by: 'boundary_name', of: 'inside_s' },
  rows: (asked) => {
    // What is asked about one boundary is in none that has no name.
    const is_asked = asked.unnamed === true && asked.boundary_id === undefined
    return is_asked
      ? sql`${visitsIn(asked)} union all ${unnamedIn(asked)} order by ${byPlace}`
      : sql`
      ${visitsIn(asked)} order by ${byPlace}`
  },
  shape: nameUnnamed,
})

const byPlace = sql`unnamed, name_key, began_at, tracker_id`

const visitsIn = (asked: ReportRequest) => sql`
    select s.tracker_id, s.tracker_name, s.boundary_id, coalesce(b.name, 'A removed boundary') as boundary_name,
      s.began_at, s.ended_at, s.inside_s,
      case when s.attributes->>'interpolated' = 'true' then 'Crossed between two reports'
        when s.attributes->>'passing' = 'true' then 'Passed through'
        when s.attributes->>'stopped' = 'true' then 'Stopped' else 'Drove inside' end as how,
      ${whyOf('s')} as why, ${wayOf('s')} as way, 0 as unnamed, ${natural(sql`b.name`)} as name_key
    from ${segmentsIn(asked, 'visit')} s
    left join boundary b on b.organisation_id = s.organisation_id and b.id = s.boundary_id`

const unnamedIn = (asked: ReportRequest) => sql`
    select s.tracker_id, s.tracker_name, null::bigint as boundary_id, s.begin_place as boundary_name,
      s.began_at, s.ended_at, s.inside_s, 'Stopped' as how, ${whyOf('s')} as why, ${wayOf('s')} as way, 1 as unnamed,
      null as name_key
    from ${segmentsIn(asked, 'stop')} s where ${isUnnamed(asked.viewer, 's')} and not s.private`

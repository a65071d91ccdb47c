import { sql } from 'kysely'
import { otherName } from '../../access/names.ts'
import { readsAlert } from '../../access/scopes.ts'
import { defineReport, trackerColumn } from '../report.ts'
import { ofTrackers } from '../segments.ts'

export const alerts = defineReport({
  name: 'alerts',
  title: 'Alerts',
  about: 'What happened, for how long, and who acknowledged it',
  filters: ['boundary_id'],
  columns: [
    trackerColumn,
    { name: 'what', title: 'What', measure: 'text' },
    { name: 'began_at', title: 'Began', measure: 'moment' },
    { name: 'ended_at', title: 'Ended', measure: 'moment' },
    { name: 'inside_s', title: 'For', measure: 'duration' },
    { name: 'acknowledged_at', title: 'Acknowledged', measure: 'moment' },
    { name: 'acknowledged_note', title: 'Note', measure: 'text' },
    { name: 'alerts', title: 'Alerts', measure: 'count', total: 'sum' },
  ],
  chart: { by: 'tracker_name', of: 'alerts' },
  rows: (asked) => sql`
    select alert.tracker_id, coalesce(nullif(t.name, ''), t.number) as tracker_name,
      case alert.kind when 'left_boundary' then concat('Left ', coalesce(alert.boundary_name, 'its boundaries'))
        when 'entered_boundary' then concat('Entered ', coalesce(alert.boundary_name, 'a boundary'))
        when 'late' then concat('Late at ', coalesce(alert.boundary_name, 'a boundary'))
        when 'arrived' then concat('Arrived at ', coalesce(alert.boundary_name, 'a boundary'))
        when 'departed' then concat('Departed from ', coalesce(alert.boundary_name, 'a boundary'))
        when 'maintenance_due' then concat('Due: ', alert.maintenance)
        when 'sensor' then concat('Out of range: ', alert.sensor)
        when 'proximity' then concat(round(alert.distance_m), ' m from ', ${otherName('alert')})
        when 'unknown_key' then concat('Unknown key: ', alert.driver)
        when 'licence_expired' then concat('Licence expired: ', alert.driver)
        when 'no_show' then concat('Did not come: ', alert.driver, ' (' || alert.group_name || ')')
        when 'guard' then 'Left where it was parked'
        when 'alarm' then concat('Alarm: ', replace(coalesce(alert.alarm, ''), '_', ' '))
        else initcap(replace(alert.kind, '_', ' ')) end as what,
      alert.started_at as began_at, alert.ended_at, alert.acknowledged_at, alert.acknowledged_note, 1 as alerts,
      extract(epoch from coalesce(alert.ended_at, now()) - alert.started_at)::float8 as inside_s
    from alert join tracker t on t.organisation_id = alert.organisation_id and t.id = alert.tracker_id
      and not t.drill
    where alert.organisation_id = ${asked.organisation_id} and ${readsAlert(asked.viewer, 'alert')}
      and alert.started_at >= ${asked.begins_at} and alert.started_at < ${asked.ends_at}
      and ${ofTrackers(asked, sql.ref('alert.tracker_id'))}
      and ${asked.boundary_id === undefined ? sql`true` : sql`alert.boundary_id = ${asked.boundary_id}`}
    order by alert.started_at, alert.id`,
})

import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/**
 * Whether a sensor of a tracker is out of its range. Part of the tracker's state: it is written together with
 * `tracker_state`, whose version guards both.
 */
export const TrackerSensor = defineTable({
  name: 'tracker_sensor',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    sensor_id: Id,
    outside_since: Nullable(Timestamp),
    /** The open alert. */
    alert_id: Nullable(Id),
  },
  required: ['organisation_id', 'tracker_id', 'sensor_id'],
})

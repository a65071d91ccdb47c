import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/**
 * Two trackers that are nearer or farther than a rule allows, for less than its time until now. Once the alert is raised
 * the row is gone: an open alert is the state.
 */
export const ProximityPair = defineTable({
  name: 'proximity_pair',
  columns: {
    organisation_id: Id,
    proximity_rule_id: Id,
    tracker_id: Id,
    /** Of a rule `farther` the tracker that was nearest when it began. */
    other_tracker_id: Id,
    since: Timestamp,
  },
  required: ['organisation_id', 'proximity_rule_id', 'tracker_id', 'other_tracker_id', 'since'],
})

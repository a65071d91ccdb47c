import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Schedule } from '../schedule.ts'

/**
 * When the places of a tracker are stored. Part of the tracker's state: it is written together with `tracker_state`,
 * whose version guards both.
 */
export const TrackerPrivacy = defineTable({
  name: 'tracker_privacy',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Its working hours; null: all. Outside of them no place is stored. */
    schedule: Nullable(Schedule),
    /** Whether these are not its own but those of its group, written here whenever they change. */
    by_group: Type.Boolean(),
    /** Metres of the present private time. */
    driven_m: Type.Number(),
    /** The first report of it; null while places are stored. */
    private_since: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id'],
  conflicts: { tracker_privacy_tracker: ['conflict', 'tracker_id'] },
})

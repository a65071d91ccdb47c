import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A trip that its driver has marked private: of its time distances are shown, and no places, for everybody. */
export const PrivateTrip = defineTable({
  name: 'private_trip',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Who has marked it, and alone takes it back; null when the account is gone. */
    user_id: Nullable(Id),
    began_at: Timestamp,
    ended_at: Timestamp,
    /** Up to here no place is shown: the begin of the next trip, where that is private too, otherwise the end. */
    hidden_until: Timestamp,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'created_at', 'modified_at'],
  exported: 'Trips that were marked private',
})

import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { AttendanceState, AttendedBy } from '../values.ts'

/** That a person was at an event, as the college has recorded it. */
export const CpdAttendance = defineTable({
  name: 'cpd_attendance',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    cpd_event_id: Id,
    /** Null once the person has refused it. */
    devactivity_id: Nullable(Id),
    how: AttendedBy,
    state: AttendanceState,
    recorded_by: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'cpd_event_id', 'how'],
  conflicts: { cpd_attendance_person: ['conflict', 'user_id'] },
})

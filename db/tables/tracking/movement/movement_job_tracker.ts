import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A tracker that a job has found again, from one time to another. */
export const MovementJobTracker = defineTable({
  name: 'movement_job_tracker',
  columns: {
    job_id: Id,
    organisation_id: Id,
    tracker_id: Id,
    from_at: Timestamp,
    to_at: Timestamp,
    /** Null while it waits for others. */
    marked_at: Nullable(Timestamp),
    done: Type.Boolean(),
  },
  stays: 'work of this installation',
})

import { Type } from 'typebox'
import { Id, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** The cells that a finished trip came through, from which arrivals are estimated. */
export const TripCourse = defineTable({
  name: 'trip_course',
  columns: {
    organisation_id: Id,
    tracker_id: Id,
    /** As of its segment. */
    began_at: Timestamp,
    ended_at: Timestamp,
    /** Empty where it had no fixes to learn from. */
    cells: Type.Array(Type.Integer()),
    /** Since its begin, when it entered each cell, and when it ended. */
    seconds: Type.Array(Type.Integer()),
    learned_at: Timestamp,
  },
  defaults: ['learned_at'],
  stays: 'learned again from the events',
})

import { Type } from 'typebox'
import { Colour, Id, Nullable, SpeedLimit, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { Schedule } from './schedule.ts'

/** A part of a fleet, such as a region or a depot, with the groups below it. */
export const TrackerGroup = defineTable({
  name: 'tracker_group',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The group that it is in; null at the top. */
    parent_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    colour: Nullable(Colour),
    /** Of all trackers in it and below; the lowest limit that holds counts. */
    speed_limit: Nullable(SpeedLimit),
    /** By which rules trips of its trackers are found, and of those below without another one. */
    movement_profile_id: Nullable(Id),
    /** The working hours of its trackers, and of those below without others; null: those of the group that it is in. */
    schedule: Nullable(Schedule),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name'],
  names: ['name'],
  conflicts: { tracker_group_name: ['name_conflict', 'name'] },
})

import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** What a tracker did on a day of its organisation's time zone: the shares of its segments. */
export const TrackerDay = defineTable({
  name: 'tracker_day',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    day: DateOnly,
    distance_m: Type.Number(),
    /** Of it, what is estimated over gaps. */
    estimated_m: Type.Number(),
    driving_s: Type.Number(),
    idle_s: Type.Number(),
    stops: Type.Integer({ minimum: 0 }),
    visits: Type.Integer({ minimum: 0 }),
    first_start: Nullable(Timestamp),
    last_end: Nullable(Timestamp),
    /** Metres per second. */
    top_speed: Nullable(Type.Number()),
  },
  defaults: ['id'],
  stays: 'found again in the events',
  removal: {},
})

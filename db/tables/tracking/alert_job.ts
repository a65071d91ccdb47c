import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { raisedKinds } from '../people/alert_preferences.ts'

export const occasions = [
  ...(['left_boundary', 'returned', 'entered_boundary', 'exited_boundary'] as const),
  ...(['alarm', 'offline', 'online', 'reminder', 'escalation', 'arrived', 'departed', 'late'] as const),
  ...raisedKinds,
] as const
export type Occasion = (typeof occasions)[number]

/** An occasion to notify people of; recipients and texts are not determined yet. */
export const AlertJob = defineTable({
  name: 'alert_job',
  columns: {
    id: Id,
    organisation_id: Id,
    tracker_id: Id,
    /** Null for offline and online. */
    alert_id: Nullable(Id),
    occasion: Type.Unsafe<Occasion>(Type.Union(occasions.map((occasion) => Type.Literal(occasion)))),
    /** Of reminders, escalations, arrivals and departures: the user; null is a list. */
    user_id: Nullable(Id),
    /** Of reminders and escalations: the group of trackers whose list it is. */
    list_group_id: Nullable(Id),
    /** The number of the reminder. */
    step: Type.Integer({ minimum: 0 }),
    happened_at: Timestamp,
    due_at: Timestamp,
  },
  defaults: ['id', 'user_id', 'list_group_id', 'step', 'due_at'],
  removal: {},
  purge: { phone: 'without_index' },
})

import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { AlertJob } from './alert_job.ts'

const { organisation_id, tracker_id, list_group_id, alert_id, occasion, happened_at } = AlertJob.columns

/** An alert deferred for an address: by quiet hours, or an hourly limit. */
export const HeldAlert = defineTable({
  name: 'held_alert',
  columns: {
    id: Id,
    organisation_id,
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push')]),
    address: Type.String({ maxLength: 2000 }),
    /** Whose list the address is on; null is the organisation's or a group's. */
    user_id: Nullable(Id),
    list_group_id,
    tracker_id,
    alert_id,
    occasion,
    happened_at,
    because: Type.Union([Type.Literal('quiet'), Type.Literal('limit'), Type.Literal('repeats')]),
    due_at: Timestamp,
  },
  defaults: ['id', 'list_group_id'],
  purge: { address: 'address', phone: 'without_index' },
})

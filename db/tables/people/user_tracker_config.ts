import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { alertPreferences, Recipients } from './alert_preferences.ts'

/** A person's override of notification settings for one tracker. Null: as in their settings. */
export const UserTrackerConfig = defineTable({
  name: 'user_tracker_config',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    tracker_id: Id,
    alert_email: Nullable(Type.Boolean()),
    alert_sms: Nullable(Type.Boolean()),
    alert_push: Nullable(Type.Boolean()),
    alert_on_return: Nullable(Type.Boolean()),
    alert_alarms: Nullable(Type.Boolean()),
    alert_offline: Nullable(Type.Boolean()),
    remind_every_s: Nullable(alertPreferences.remind_every_s),
    email_recipients: Nullable(Recipients),
    phone_recipients: Nullable(Recipients),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id', 'tracker_id'],
})

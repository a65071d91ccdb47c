import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { AlertChannels, alertPreferences, RaisedKinds, Recipients } from '../../people/alert_preferences.ts'

/** Alert settings of a group of trackers: who is notified of its trackers and of those below it, and what is raised. */
export const TrackerGroupConfig = defineTable({
  name: 'tracker_group_config',
  columns: {
    id: Id,
    organisation_id: Id,
    group_id: Id,
    alert_email: Type.Boolean(),
    alert_sms: Type.Boolean(),
    email_recipients: Recipients,
    phone_recipients: Recipients,
    ...alertPreferences,
    return_channels: AlertChannels,
    alarm_channels: AlertChannels,
    offline_channels: AlertChannels,
    /** Which of the kinds that can be switched off are raised; null: as of the group above, or the organisation. */
    alert_kinds: Nullable(RaisedKinds),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'group_id'],
  conflicts: { tracker_group_config_group: ['conflict', 'group_id'] },
})

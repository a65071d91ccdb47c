import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { AlertChannels, alertPreferences, Recipients, TimeOfDay } from './alert_preferences.ts'

export const Units = Type.Union([Type.Literal('metric'), Type.Literal('imperial'), Type.Literal('nautical')])

/**
 * How dates are shown: `friendly` 20 Nov 14:03, and today the time alone; `numeric` 20/11/2026 14:03:09; `iso`
 * 2026-11-20 14:03:09.
 */
export const DateFormat = Type.Union([Type.Literal('friendly'), Type.Literal('numeric'), Type.Literal('iso')])

/** A person's notification and display settings in an organisation. */
export const UserConfig = defineTable({
  name: 'user_config',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    alert_tracker_email: Type.Boolean(),
    alert_tracker_sms: Type.Boolean(),
    alert_phone_email: Type.Boolean(),
    alert_phone_sms: Type.Boolean(),
    alert_tracker_push: Type.Boolean(),
    alert_phone_push: Type.Boolean(),
    /** For those who see every tracker: whether to notify of other people's, too. */
    alert_others_trackers: Type.Boolean(),
    ...alertPreferences,
    /** By which channels a return, an alarm, and being offline or online again are notified. */
    return_channels: AlertChannels,
    alarm_channels: AlertChannels,
    offline_channels: AlertChannels,
    /** Quiet hours: only SOS is sent, the rest afterwards. Null: none. */
    quiet_from: Nullable(TimeOfDay),
    quiet_to: Nullable(TimeOfDay),
    /** Additional recipients. */
    email_recipients: Recipients,
    phone_recipients: Recipients,
    units: Units,
    date_format: DateFormat,
    /** Null: the account's own. */
    timezone: Nullable(Type.String({ maxLength: 64 })),
    locale: Nullable(Type.String({ maxLength: 16 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'user_id'],
})

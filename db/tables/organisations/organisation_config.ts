import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { alertPreferences, Recipients } from '../people/alert_preferences.ts'
import { Units } from '../people/user_config.ts'

/** An organisation's settings: its recipients get the alerts of all trackers. */
export const OrganisationConfig = defineTable({
  name: 'organisation_config',
  columns: {
    id: Id,
    organisation_id: Id,
    alert_email: Type.Boolean(),
    alert_sms: Type.Boolean(),
    email_recipients: Recipients,
    phone_recipients: Recipients,
    units: Units,
    ...alertPreferences,
    /** Alerts per address and hour; the rest is sent as one digest. */
    alerts_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
    /** Whether opened mails and followed links are tracked. */
    track_opens: Type.Boolean(),
    /** The webhook for alerts, signed with the secret. */
    webhook_url: Nullable(Type.String({ maxLength: 2000 })),
    webhook_secret: Nullable(Type.String({ maxLength: 200 })),
    /** Whether every member must have a second factor. */
    second_factor_required: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id'],
})

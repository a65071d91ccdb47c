import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { alertPreferences, Recipients } from '../people/alert_preferences.ts'
import { Units } from '../people/user_config.ts'

/** An organisation's own settings: who is told of every alert, whoever's tracker it is. */
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
    /** Alerts that one address gets in an hour; the rest comes as one digest. */
    alerts_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
    /** Whether mails show that they were opened, and their links that they were followed. */
    track_opens: Type.Boolean(),
    /** Where alerts are posted, signed with the secret. */
    webhook_url: Nullable(Type.String({ maxLength: 2000 })),
    webhook_secret: Nullable(Type.String({ maxLength: 200 })),
    /** Whether every member must have a second factor. */
    second_factor_required: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id'],
})

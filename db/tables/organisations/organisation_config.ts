import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { AlertChannels, alertPreferences, RaisedKinds, Recipients } from '../people/alert_preferences.ts'
import { Units } from '../people/user_config.ts'
import { purposes } from '../purposes.ts'

export const features = {
  tracking: 'Tracking is',
  files: 'Files are',
  cpd: 'Professional development is',
  billing: 'Billing is',
} as const
export type Feature = keyof typeof features
export const featureNames = Object.keys(features) as Feature[]
/** Of an organisation without settings. */
export const defaultFeatures: Feature[] = ['tracking', 'files']
export const fileQuotaDefaults = {
  files_bytes_max: 100 * 2 ** 30,
  person_bytes_max: 20 * 2 ** 30,
  file_bytes_max: 10 * 2 ** 30,
}
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

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
    return_channels: AlertChannels,
    alarm_channels: AlertChannels,
    offline_channels: AlertChannels,
    /** Which of the kinds that can be switched off are raised. */
    alert_kinds: RaisedKinds,
    /** Seconds of silence from which on nothing is known of a tracker that moved. */
    no_data_after_s: Type.Integer({ minimum: 300, maximum: 604_800 }),
    /** Alerts per address and hour; the rest is sent as one digest. */
    alerts_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
    /** Whether opened mails and followed links are tracked. */
    track_opens: Type.Boolean(),
    /** The webhook for alerts, signed with the secret. */
    webhook_url: Nullable(Type.String({ maxLength: 2000 })),
    webhook_secret: Nullable(Type.String({ maxLength: 200 })),
    /** The secret, by the key ring. `webhook_secret` has it only until the start after an upgrade has sealed it. */
    webhook_sealed: Nullable(Type.String()),
    /** Whether every member must have a second factor. */
    second_factor_required: Type.Boolean(),
    /** Who may use API keys, and let assistants in. */
    api_keys: Type.Union([Type.Literal('members'), Type.Literal('administrators'), Type.Literal('nobody')]),
    /** Whether drivers may mark their trips private: without places, for everybody. */
    private_trips: Type.Boolean(),
    /** Whether people may keep a tracker of theirs private for a while: none of its places is stored then. */
    private_mode: Type.Boolean(),
    /** Bytes of all files, of one person's files, and of one file. */
    files_bytes_max: Bytes,
    person_bytes_max: Bytes,
    file_bytes_max: Bytes,
    features: Type.Unsafe<Feature[]>(
      Type.Array(Type.Union(featureNames.map((feature) => Type.Literal(feature))), {
        uniqueItems: true,
        maxItems: featureNames.length,
      }),
    ),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id'],
  moves: {
    // The limits of a new organisation.
    untrusted: Object.fromEntries(
      Object.entries(fileQuotaDefaults).map(([name, most]) => [
        name,
        sql`least(s.${sql.ref(name)}, ${sql.lit(most)}::bigint)`,
      ]),
    ),
  },
  sealed: { webhook_sealed: purposes.webhook },
})

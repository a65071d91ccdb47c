import { Type } from 'typebox'
import { Nullable } from '../columns.ts'

/** A time of day, by the wall clock: `22:30`. */
export const TimeOfDay = Type.String({
  maxLength: 5,
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'a time of day, such as 07:30',
})

/** Comma-separated; validated when saved. */
export const Recipients = Type.String({ maxLength: 4000 })

export const alertChannels = ['email', 'sms', 'push'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** The channels of a kind of alert; null: those by which leaving is notified. */
export const AlertChannels = Nullable(
  Type.Unsafe<AlertChannel[]>(
    Type.Array(Type.Union(alertChannels.map((channel) => Type.Literal(channel))), { maxItems: 3, uniqueItems: true }),
  ),
)

/** Kinds of alerts that an organisation switches on, each with channels of its own. */
export const raisedKinds = [
  'speeding',
  'idling',
  'towed',
  'no_data',
  'low_battery',
  'unplugged',
  'jamming',
  'maintenance_due',
  'guard',
  'sensor',
  'proximity',
  'unknown_key',
  'licence_expired',
  'no_show',
] as const
export type RaisedKind = (typeof raisedKinds)[number]
/** Of an organisation without settings. */
export const defaultKinds: RaisedKind[] = [
  'speeding',
  'towed',
  'maintenance_due',
  'guard',
  'sensor',
  'jamming',
  'proximity',
  'unknown_key',
  'licence_expired',
  'no_show',
]
export const isRaised = (kind: string): kind is RaisedKind => (raisedKinds as readonly string[]).includes(kind)

const Raised = Type.Union(raisedKinds.map((kind) => Type.Literal(kind)))
export const RaisedKinds = Type.Unsafe<RaisedKind[]>(
  Type.Array(Raised, { uniqueItems: true, maxItems: raisedKinds.length, 'x-unsaved': defaultKinds }),
)

/** By which channels these kinds are notified; what is left out goes by those of leaving. */
export type KindChannels = Partial<Record<RaisedKind, AlertChannel[]>>
const Channels = Type.Array(Type.Union(alertChannels.map((channel) => Type.Literal(channel))), {
  maxItems: alertChannels.length,
  uniqueItems: true,
})
const KindChannels = Type.Unsafe<KindChannels>(
  Type.Partial(Type.Object(Object.fromEntries(raisedKinds.map((kind) => [kind, Channels]))), {
    additionalProperties: false,
  }),
)

/** Alert settings besides leaving, the same for persons and organisations. */
export const alertPreferences = {
  alert_on_return: Type.Boolean(),
  /** Alarms raised by devices: SOS, power cut, low battery. */
  alert_alarms: Type.Boolean(),
  /** Names of muted alarms. */
  muted_alarms: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100 }),
  alert_offline: Type.Boolean(),
  /** Seconds between reminders while a tracker is outside; 0 is off. */
  remind_every_s: Type.Integer({ minimum: 0, maximum: 604_800 }),
  /** Seconds until an unacknowledged alert goes to the second list; 0 is off. */
  escalate_after_s: Type.Integer({ minimum: 0, maximum: 604_800 }),
  escalate_email_recipients: Recipients,
  escalate_phone_recipients: Recipients,
  kind_channels: KindChannels,
}

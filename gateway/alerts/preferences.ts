import { type Concern, concerns } from '#db/alerts/explanation.ts'
import type { Belonging } from '#db/live_rooms.ts'
import {
  type AlertChannel,
  alertChannels,
  isRaised,
  type KindChannels,
  type RaisedKind,
  raisedKinds,
} from '#db/tables/people/alert_preferences.ts'
import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import { phoneNumber } from '#messages/phones.ts'
import type { Reader } from '#messages/templates/words.ts'

/** Notification preferences: who is notified of what, on which channels. Pure. */

/** A person's preferences for a tracker; null when they are not notified of it. */
export function preferencesOfPerson(
  tracker: TrackerOf,
  person: Person,
  override: TrackerOverride | undefined,
): NotificationPreferences | null {
  return concerns[concernOf(tracker, person, override)] ? preferencesFrom(tracker, person, override) : null
}

/**
 * The preferences of a person who has asked to be notified of a tracker: at their own addresses, if they still see it.
 * Without a channel for trackers that leave they get an e-mail.
 */
export function preferencesOfWatcher(tracker: TrackerOf, person: Person): NotificationPreferences | null {
  if (!sees(tracker, person)) return null
  const own = { ...person.config, email_recipients: '', phone_recipients: '' }
  const own_preferences = preferencesFrom(tracker, { ...person, config: own }, undefined)
  const { leaving } = own_preferences.channels
  return {
    ...own_preferences,
    channels: { ...own_preferences.channels, leaving: leaving.length > 0 ? leaving : ['email'] },
  }
}

function preferencesFrom(
  tracker: TrackerOf,
  person: Person,
  override: TrackerOverride | undefined,
): NotificationPreferences {
  const { config } = person
  const is_phone = tracker.type === 'phone'
  const leaving = is_phone
    ? { email: config.alert_phone_email, sms: config.alert_phone_sms, push: config.alert_phone_push }
    : { email: config.alert_tracker_email, sms: config.alert_tracker_sms, push: config.alert_tracker_push }
  const overridden = { email: override?.alert_email, sms: override?.alert_sms, push: override?.alert_push }
  const channelsOf = (selected: AlertChannel[] | null) =>
    alertChannels.filter((channel) => overridden[channel] ?? selected?.includes(channel) ?? leaving[channel])
  const own_number = phoneNumber(person.phone_mobile)
  return {
    ...config,
    user_id: person.user_id,
    list_group_id: null,
    addresses: [
      ...of('email', [
        // Included even if not confirmed: `messages/queue/gate.ts` holds it, so the list of messages shows why
        // nothing arrived.
        person.email,
        ...listed(override?.email_recipients ?? config.email_recipients),
      ]),
      ...of('sms', [
        ...(own_number ? [own_number] : []),
        ...listed(override?.phone_recipients ?? config.phone_recipients),
      ]),
      ...of('push', person.push_ids.map(String)),
    ],
    channels: channelsByKind(config, channelsOf),
    alert_on_return: override?.alert_on_return ?? config.alert_on_return,
    alert_alarms: override?.alert_alarms ?? config.alert_alarms,
    alert_offline: override?.alert_offline ?? config.alert_offline,
    remind_every_s: override?.remind_every_s ?? config.remind_every_s,
    quiet: { from: config.quiet_from, to: config.quiet_to, timezone: person.timezone },
    reader: { timezone: person.timezone, locale: person.locale, units: config.units },
  }
}

/** By kind; an empty list switches a kind off, whatever is set for a single tracker. */
export const channelsByKind = (
  { return_channels, alarm_channels, offline_channels, kind_channels }: SelectedChannels,
  channelsOf: (selected: AlertChannel[] | null) => AlertChannel[],
): NotificationPreferences['channels'] => ({
  leaving: channelsOf(null),
  return: channelsOf(return_channels),
  alarm: channelsOf(alarm_channels),
  offline: channelsOf(offline_channels),
  ...(Object.fromEntries(
    raisedKinds.map((kind) => {
      const selected = kind_channels[kind]
      return [kind, selected?.length === 0 ? [] : channelsOf(selected ?? null)]
    }),
  ) as Record<RaisedKind, AlertChannel[]>),
})

type SelectedChannels = { [K in `${'return' | 'alarm' | 'offline'}_channels`]: AlertChannel[] | null } & {
  kind_channels: KindChannels
}

/** The addresses for an occasion. Webhooks get every occasion. */
export function addressesOf(preferences: NotificationPreferences, occasion: Occasion, alarm: string | null): Address[] {
  if (occasion === 'escalation') {
    return [
      ...of('email', listed(preferences.escalate_email_recipients)),
      ...of('sms', listed(preferences.escalate_phone_recipients)),
      ...preferences.addresses.filter(({ channel }) => channel === 'webhook'),
    ]
  }
  const channels = channelsFor(preferences, occasion, alarm) ?? []
  return preferences.addresses.filter(({ channel }) => channel === 'webhook' || isOneOf(channel, channels))
}

/** The channels for an occasion; null where it is switched off. */
export function channelsFor(
  preferences: NotificationPreferences,
  occasion: Exclude<Occasion, 'escalation'>,
  alarm: string | null,
): readonly AlertChannel[] | null {
  const is_muted = (name: string | null) => preferences.muted_alarms.includes(name ?? '')
  // Jamming is muted as the alarm is that devices without an end of it raise.
  if (isRaised(occasion)) return occasion === 'jamming' && is_muted(occasion) ? null : preferences.channels[occasion]
  const is_enabled = {
    left_boundary: true,
    returned: preferences.alert_on_return,
    entered_boundary: true,
    exited_boundary: preferences.alert_on_return,
    alarm: preferences.alert_alarms && !is_muted(alarm),
    offline: preferences.alert_offline,
    online: preferences.alert_offline && preferences.alert_on_return,
    reminder: preferences.remind_every_s > 0,
    arrived: true,
    departed: true,
    late: true,
  }[occasion]
  return is_enabled ? preferences.channels[kindOf[occasion]] : null
}

const kindOf = {
  ...({ left_boundary: 'leaving', entered_boundary: 'leaving', reminder: 'leaving' } as const),
  ...({ arrived: 'leaving', departed: 'leaving', late: 'leaving' } as const),
  ...({
    returned: 'return',
    exited_boundary: 'return',
    alarm: 'alarm',
    offline: 'offline',
    online: 'offline',
  } as const),
} satisfies Record<Exclude<Occasion, 'escalation' | RaisedKind>, AlertKind>

const isOneOf = (channel: string, channels: readonly string[]) => channels.includes(channel)

/**
 * Owners are notified of their trackers; Administrators, and Staff with saved settings, of trackers without an owner;
 * Staff who are limited to groups of those in their groups only.
 * Those who see every tracker may opt in to one more, or to all. An alert of two trackers is for who sees both.
 */
export function concernOf(
  tracker: TrackerOf,
  { user_id, role_name, group_ids, has_config, config }: Person,
  override?: TrackerOverride,
): Concern {
  if (tracker.other && !sees(tracker.other, { user_id, role_name, group_ids })) return 'not_seen'
  if (tracker.owner_user_id === user_id) return 'owner'
  if (!sees(tracker, { user_id, role_name, group_ids })) return 'not_seen'
  if (override) return 'this_tracker'
  if (config.alert_others_trackers) return 'all_trackers'
  if (tracker.owner_user_id !== null) return 'not_asked'
  return role_name === 'Administrator' || has_config ? 'no_owner' : 'no_settings'
}

/** Owners see their trackers, Administrators all, Staff all or those of their groups. */
function sees(
  tracker: Belonging,
  { user_id, role_name, group_ids }: Pick<Person, 'user_id' | 'role_name' | 'group_ids'>,
) {
  if (tracker.owner_user_id === user_id) return true
  if (role_name !== 'Administrator' && role_name !== 'Staff') return false
  return !group_ids || (tracker.group_id !== null && group_ids.includes(tracker.group_id))
}

export const of = (channel: Address['channel'], addresses: string[]): Address[] =>
  [...new Set(addresses.map((address) => (channel === 'email' ? address.toLowerCase() : address)))].map((address) => ({
    channel,
    address,
  }))

export const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Kinds of alert with their own channels. */
type AlertKind = 'leaving' | 'return' | 'alarm' | 'offline' | RaisedKind
export type Address = { channel: 'email' | 'sms' | 'push' | 'webhook'; address: string }

export type AlertPreferences = {
  alert_on_return: boolean
  alert_alarms: boolean
  muted_alarms: string[]
  alert_offline: boolean
  remind_every_s: number
  escalate_after_s: number
  escalate_email_recipients: string
  escalate_phone_recipients: string
  kind_channels: KindChannels
}

export type NotificationPreferences = AlertPreferences & {
  /** Null for a list. */
  user_id: number | null
  /** The group of trackers whose list it is; null for the organisation's and for persons. */
  list_group_id: number | null
  /** Of all channels. */
  addresses: Address[]
  /** The channels of each kind of alert. */
  channels: Record<AlertKind, AlertChannel[]>
  quiet: { from: string | null; to: string | null; timezone: string }
  reader: Reader
}

/** With the other one of an alert of two trackers. */
export type TrackerOf = Belonging & { organisation_id: number; type: 'gps' | 'phone'; other?: Belonging | null }

export type Person = {
  user_id: number
  role_name: 'Administrator' | 'Staff' | 'User' | 'Customer'
  /** The groups of trackers that they are limited to, with all below; null sees all. */
  group_ids: number[] | null
  email: string
  phone_mobile: string | null
  timezone: string
  locale: string
  push_ids: number[]
  /** Whether they have saved settings; otherwise `config` has the defaults. */
  has_config: boolean
  config: AlertPreferences & {
    alert_tracker_email: boolean
    alert_tracker_sms: boolean
    alert_tracker_push: boolean
    alert_phone_email: boolean
    alert_phone_sms: boolean
    alert_phone_push: boolean
    alert_others_trackers: boolean
    email_recipients: string
    phone_recipients: string
    return_channels: AlertChannel[] | null
    alarm_channels: AlertChannel[] | null
    offline_channels: AlertChannel[] | null
    quiet_from: string | null
    quiet_to: string | null
    units: Reader['units']
  }
}

/** A person's override for one tracker; null keeps the setting. */
export type TrackerOverride = {
  alert_email: boolean | null
  alert_sms: boolean | null
  alert_push: boolean | null
  alert_on_return: boolean | null
  alert_alarms: boolean | null
  alert_offline: boolean | null
  remind_every_s: number | null
  email_recipients: string | null
  phone_recipients: string | null
}

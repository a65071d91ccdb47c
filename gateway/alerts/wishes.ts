import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import { phoneNumber } from '#messages/phones.ts'
import type { Reader } from '#messages/templates/words.ts'

/** Who wants to be told of what, and where: pure. */

/** What a person wants of a tracker; null where it is none of their business. */
export function personsWishes(tracker: TrackerOf, person: Person, otherwise: Otherwise | undefined): Wishes | null {
  if (!isTold(tracker, person, otherwise)) return null
  const { config } = person
  const is_phone = tracker.type === 'phone'
  const email = otherwise?.alert_email ?? (is_phone ? config.alert_phone_email : config.alert_tracker_email)
  const sms = otherwise?.alert_sms ?? (is_phone ? config.alert_phone_sms : config.alert_tracker_sms)
  const push = otherwise?.alert_push ?? (is_phone ? config.alert_phone_push : config.alert_tracker_push)
  const own_number = phoneNumber(person.phone_mobile)
  return {
    ...config,
    user_id: person.user_id,
    addresses: [
      ...(email
        ? of('email', [
            // Held where it is not proved (`messages/queue/gate.ts`), so the list of messages says why nothing came.
            person.email,
            ...listed(otherwise?.email_recipients ?? config.email_recipients),
          ])
        : []),
      ...(sms
        ? of('sms', [
            ...(own_number ? [own_number] : []),
            ...listed(otherwise?.phone_recipients ?? config.phone_recipients),
          ])
        : []),
      ...(push ? of('push', person.push_ids.map(String)) : []),
    ],
    alert_on_return: otherwise?.alert_on_return ?? config.alert_on_return,
    alert_alarms: otherwise?.alert_alarms ?? config.alert_alarms,
    alert_offline: otherwise?.alert_offline ?? config.alert_offline,
    remind_every_s: otherwise?.remind_every_s ?? config.remind_every_s,
    quiet: { from: config.quiet_from, to: config.quiet_to, timezone: person.timezone },
    reader: { timezone: person.timezone, locale: person.locale, units: config.units },
  }
}

/** What an organisation wants of every tracker. */
export function organisationsWishes(organisation: Organisation): Wishes {
  const { config } = organisation
  return {
    ...config,
    user_id: null,
    addresses: [
      ...(config.alert_email ? of('email', listed(config.email_recipients)) : []),
      ...(config.alert_sms ? of('sms', listed(config.phone_recipients)) : []),
      ...(config.webhook_url ? of('webhook', [config.webhook_url]) : []),
    ],
    quiet: { from: null, to: null, timezone: organisation.timezone },
    reader: { timezone: organisation.timezone, locale: organisation.locale, units: config.units },
  }
}

/** Where these wishes send an occasion. A webhook hears of everything. */
export function addressesOf(wishes: Wishes, occasion: Occasion, alarm: string | null): Address[] {
  if (occasion === 'escalation') {
    return [
      ...of('email', listed(wishes.escalate_email_recipients)),
      ...of('sms', listed(wishes.escalate_phone_recipients)),
      ...wishes.addresses.filter(({ channel }) => channel === 'webhook'),
    ]
  }
  const is_wanted = {
    left_boundary: true,
    returned: wishes.alert_on_return,
    alarm: wishes.alert_alarms && !wishes.muted_alarms.includes(alarm ?? ''),
    offline: wishes.alert_offline,
    online: wishes.alert_offline && wishes.alert_on_return,
    reminder: wishes.remind_every_s > 0,
  }[occasion]
  return is_wanted ? wishes.addresses : wishes.addresses.filter(({ channel }) => channel === 'webhook')
}

/**
 * An owner is told of theirs. What is nobody's is the Administrators', and that of those Staff who have said what they
 * want; who sees every tracker may ask for one more, or for all.
 */
function isTold(
  tracker: TrackerOf,
  { user_id, role_name, has_config, config }: Person,
  otherwise?: Otherwise,
): boolean {
  if (tracker.owner_user_id === user_id) return true
  if (role_name !== 'Administrator' && role_name !== 'Staff') return false
  if (otherwise || config.alert_others_trackers) return true
  return tracker.owner_user_id === null && (role_name === 'Administrator' || has_config)
}

const of = (channel: Address['channel'], addresses: string[]): Address[] =>
  [...new Set(addresses.map((address) => (channel === 'email' ? address.toLowerCase() : address)))].map((address) => ({
    channel,
    address,
  }))

const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export type Address = { channel: 'email' | 'sms' | 'push' | 'webhook'; address: string }

type Wanted = {
  alert_on_return: boolean
  alert_alarms: boolean
  muted_alarms: string[]
  alert_offline: boolean
  remind_every_s: number
  escalate_after_s: number
  escalate_email_recipients: string
  escalate_phone_recipients: string
}

export type Wishes = Wanted & {
  /** Null: the organisation's. */
  user_id: number | null
  addresses: Address[]
  quiet: { from: string | null; to: string | null; timezone: string }
  reader: Reader
}

export type TrackerOf = { organisation_id: number; owner_user_id: number | null; type: 'gps' | 'phone' }

export type Person = {
  user_id: number
  role_name: 'Administrator' | 'Staff' | 'User' | 'Customer'
  email: string
  phone_mobile: string | null
  timezone: string
  locale: string
  push_ids: number[]
  /** Whether they have ever saved any settings; `config` has the defaults else. */
  has_config: boolean
  config: Wanted & {
    alert_tracker_email: boolean
    alert_tracker_sms: boolean
    alert_tracker_push: boolean
    alert_phone_email: boolean
    alert_phone_sms: boolean
    alert_phone_push: boolean
    alert_others_trackers: boolean
    email_recipients: string
    phone_recipients: string
    quiet_from: string | null
    quiet_to: string | null
    units: Reader['units']
  }
}

/** What they want otherwise for one tracker; null is as ever. */
export type Otherwise = {
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

export type Organisation = {
  id: number
  name: string
  timezone: string
  locale: string
  config: Wanted & {
    alert_email: boolean
    alert_sms: boolean
    email_recipients: string
    phone_recipients: string
    units: Reader['units']
    alerts_per_hour: number
    webhook_url: string | null
  }
  /** What the platform allows of it. */
  limits: { alerts_per_hour: number; alerts_of_tracker_per_hour: number }
}

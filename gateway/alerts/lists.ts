import { type AlertChannel, alertChannels } from '#db/tables/people/alert_preferences.ts'
import type { Reader } from '#messages/templates/words.ts'
import { type AlertPreferences, channelsByKind, listed, type NotificationPreferences, of } from './preferences.ts'

/** Lists of addresses that are notified besides persons: the organisation's and those of groups of trackers. Pure. */

/** An organisation's preferences, for all trackers. */
export function preferencesOfOrganisation(organisation: Organisation): NotificationPreferences {
  const { webhook_url } = organisation.config
  const preferences = preferencesOfList(organisation, organisation.config, null)
  if (!webhook_url) return preferences
  return { ...preferences, addresses: [...preferences.addresses, ...of('webhook', [webhook_url])] }
}

/** The preferences of a group's list, for its trackers and those of the groups below it. */
export const preferencesOfGroup = (organisation: Organisation, { group_id, ...config }: GroupList) =>
  preferencesOfList(organisation, config, group_id)

function preferencesOfList(
  { timezone, locale, config: { units } }: Organisation,
  config: ListConfig,
  list_group_id: number | null,
): NotificationPreferences {
  const leaving = { email: config.alert_email, sms: config.alert_sms, push: false }
  const channelsOf = (selected: AlertChannel[] | null) =>
    alertChannels.filter((channel) => selected?.includes(channel) ?? leaving[channel])
  return {
    ...config,
    user_id: null,
    list_group_id,
    addresses: [...of('email', listed(config.email_recipients)), ...of('sms', listed(config.phone_recipients))],
    channels: channelsByKind(config, channelsOf),
    quiet: { from: null, to: null, timezone },
    reader: { timezone, locale, units },
  }
}

type ListConfig = AlertPreferences & {
  alert_email: boolean
  alert_sms: boolean
  email_recipients: string
  phone_recipients: string
  return_channels: AlertChannel[] | null
  alarm_channels: AlertChannel[] | null
  offline_channels: AlertChannel[] | null
}

/** The settings of a group of trackers. */
export type GroupList = ListConfig & { group_id: number }

export type Organisation = {
  id: number
  name: string
  timezone: string
  locale: string
  config: ListConfig & { units: Reader['units']; alerts_per_hour: number; webhook_url: string | null }
  /** The limits by the platform's quotas. */
  limits: { alerts_per_hour: number; alerts_of_tracker_per_hour: number }
}

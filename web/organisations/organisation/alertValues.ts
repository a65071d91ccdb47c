import type { Row } from '#api/client.ts'
import {
  type Channel,
  isRaised,
  type Kind,
  type Matrix,
  type RaisedKind,
  raisedKinds,
  raisedOf,
} from '../../people/settings/alertMatrix.ts'

export const kinds = [...(['tracker', 'return', 'alarm', 'offline'] as const), ...raisedKinds] satisfies readonly Kind[]
export const channels = ['email', 'sms'] as const satisfies readonly Channel[]

/**
 * The fields of the form from saved settings; null: the defaults. Seconds become minutes.
 *
 * @param unsaved the kinds that are raised while nothing was saved, from the resource's schema
 */
export function alertValuesOf(config: Row<'organisationconfig'> | null, unsaved: readonly string[]): Values {
  const leaving = channels.filter((channel) => config?.[`alert_${channel}`] ?? channel === 'email')
  const of = (on: boolean, own: readonly Channel[] | null | undefined) =>
    on ? channels.filter((channel) => (own ?? leaving).includes(channel)) : []
  return {
    matrix: {
      tracker: leaving,
      phone: [],
      return: of(config?.alert_on_return ?? false, config?.return_channels),
      alarm: of(config?.alert_alarms ?? true, config?.alarm_channels),
      offline: of(config?.alert_offline ?? false, config?.offline_channels),
      ...raisedOf((kind) => of(true, config?.kind_channels[kind])),
    },
    alert_kinds: config?.alert_kinds ?? raisedKinds.filter((kind) => unsaved.includes(kind)),
    kind_channels: config?.kind_channels ?? {},
    email_recipients: config?.email_recipients ?? '',
    phone_recipients: config?.phone_recipients ?? '',
    muted_alarms: (config?.muted_alarms ?? []).join(', ').replaceAll('_', ' '),
    remind_every_s: toMinutes(config?.remind_every_s ?? 0),
    escalate_after_s: toMinutes(config?.escalate_after_s ?? 0),
    escalate_email_recipients: config?.escalate_email_recipients ?? '',
    escalate_phone_recipients: config?.escalate_phone_recipients ?? '',
    no_data_after_s: toMinutes(config?.no_data_after_s ?? 1800),
    alerts_per_hour: config?.alerts_per_hour ?? 20,
    track_opens: config?.track_opens ?? false,
    webhook_url: config?.webhook_url ?? '',
    webhook_secret: config?.webhook_secret ?? '',
  }
}

/** What was changed, as the API takes it: kinds without a change keep following those of leaving. */
export function changedOf(values: Values, before: Values): Record<string, unknown> {
  const [sent, known] = [toSent(values), toSent(before)]
  const changed = Object.entries(sent).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as keyof typeof known]),
  )
  const fields: Record<string, unknown> = Object.fromEntries(changed)
  for (const kind of kinds) {
    const selected = values.matrix[kind]
    if (selected.join() === before.matrix[kind].join()) continue
    if (kind === 'tracker') for (const channel of channels) fields[`alert_${channel}`] = selected.includes(channel)
    else if (isRaised(kind)) {
      fields.kind_channels = { ...values.kind_channels, ...(fields.kind_channels as object), [kind]: selected }
    } else {
      fields[flags[kind]] = selected.length > 0
      fields[`${kind}_channels`] = selected
    }
  }
  return fields
}

const flags = { return: 'alert_on_return', alarm: 'alert_alarms', offline: 'alert_offline' } as const

function toSent({ matrix: _, kind_channels: _k, muted_alarms, ...values }: Values) {
  return {
    ...values,
    remind_every_s: toSeconds(values.remind_every_s),
    escalate_after_s: toSeconds(values.escalate_after_s),
    no_data_after_s: toSeconds(values.no_data_after_s),
    alerts_per_hour: Number(values.alerts_per_hour),
    webhook_url: values.webhook_url.trim() || null,
    webhook_secret: values.webhook_secret || null,
    muted_alarms: muted_alarms
      .split(',')
      // Devices' names: low_battery.
      .map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
      .filter(Boolean),
  }
}

const toMinutes = (seconds: number) => Math.round((seconds / 60) * 100) / 100
const toSeconds = (minutes: number | string) => Math.round(Number(minutes) * 60)

export type Values = {
  matrix: Matrix
  /** Which kinds are raised at all. */
  alert_kinds: RaisedKind[]
  /** As saved: kinds that are not named follow those of leaving. */
  kind_channels: Row<'organisationconfig'>['kind_channels']
  email_recipients: string
  phone_recipients: string
  /** Separated by commas, in words. */
  muted_alarms: string
  /** In minutes, as typed. */
  remind_every_s: number | string
  escalate_after_s: number | string
  escalate_email_recipients: string
  escalate_phone_recipients: string
  /** In minutes, as typed. */
  no_data_after_s: number | string
  alerts_per_hour: number | string
  track_opens: boolean
  webhook_url: string
  webhook_secret: string
}

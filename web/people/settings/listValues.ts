import type { Row } from '#api/client.ts'
import { type Channel, isRaised, type Kind, type Matrix, raisedKinds, raisedOf } from './alertMatrix.ts'

/** Alert settings of lists of addresses, an organisation's or those of a group of trackers. */
export const listKinds = [
  ...(['tracker', 'return', 'alarm', 'offline'] as const),
  ...raisedKinds,
] satisfies readonly Kind[]
export const listChannels = ['email', 'sms'] as const satisfies readonly Channel[]

/** The fields of the form from saved settings; null: the defaults. Seconds become minutes. */
export function listValuesOf(config: Config | null): ListValues {
  const leaving = listChannels.filter((channel) => config?.[`alert_${channel}`] ?? channel === 'email')
  const of = (on: boolean, own: readonly Channel[] | null | undefined) =>
    on ? listChannels.filter((channel) => (own ?? leaving).includes(channel)) : []
  return {
    matrix: {
      tracker: leaving,
      phone: [],
      return: of(config?.alert_on_return ?? false, config?.return_channels),
      alarm: of(config?.alert_alarms ?? true, config?.alarm_channels),
      offline: of(config?.alert_offline ?? false, config?.offline_channels),
      ...raisedOf((kind) => of(true, config?.kind_channels[kind])),
    },
    kind_channels: config?.kind_channels ?? {},
    email_recipients: config?.email_recipients ?? '',
    phone_recipients: config?.phone_recipients ?? '',
    muted_alarms: config?.muted_alarms ?? [],
    remind_every_s: toMinutes(config?.remind_every_s ?? 0),
    escalate_after_s: toMinutes(config?.escalate_after_s ?? 0),
    escalate_email_recipients: config?.escalate_email_recipients ?? '',
    escalate_phone_recipients: config?.escalate_phone_recipients ?? '',
  }
}

/**
 * What was changed, as the API takes it: kinds without a change keep following those of leaving.
 *
 * @param toSent other fields of the form as the API takes them
 */
export function changedOf<Values extends ListValues>(
  values: Values,
  before: Values,
  toSent: (values: Omit<Values, keyof ListValues>) => object,
): Record<string, unknown> {
  const sentOf = (of: Values) => Object.entries({ ...listSent(of), ...toSent(of) })
  const known = new Map(sentOf(before).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = sentOf(values).filter(([name, value]) => JSON.stringify(value) !== known.get(name))
  const fields: Record<string, unknown> = Object.fromEntries(changed)
  for (const kind of listKinds) {
    const selected = values.matrix[kind]
    if (selected.join() === before.matrix[kind].join()) continue
    if (kind === 'tracker') for (const channel of listChannels) fields[`alert_${channel}`] = selected.includes(channel)
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

const listSent = (values: ListValues) => ({
  email_recipients: values.email_recipients,
  phone_recipients: values.phone_recipients,
  escalate_email_recipients: values.escalate_email_recipients,
  escalate_phone_recipients: values.escalate_phone_recipients,
  remind_every_s: toSeconds(values.remind_every_s),
  escalate_after_s: toSeconds(values.escalate_after_s),
  muted_alarms: values.muted_alarms,
})

export const toMinutes = (seconds: number) => Math.round((seconds / 60) * 100) / 100
export const toSeconds = (minutes: number | string) => Math.round(Number(minutes) * 60)

type Config = Pick<
  Row<'trackergroupconfig'>,
  | Exclude<keyof ListValues, 'matrix'>
  | ('alert_email' | 'alert_sms' | 'alert_on_return' | 'alert_alarms' | 'alert_offline')
  | ('return_channels' | 'alarm_channels' | 'offline_channels')
>

export type ListValues = {
  matrix: Matrix
  /** As saved: kinds that are not named follow those of leaving. */
  kind_channels: Row<'trackergroupconfig'>['kind_channels']
  email_recipients: string
  phone_recipients: string
  muted_alarms: string[]
  /** In minutes, as typed. */
  remind_every_s: number | string
  escalate_after_s: number | string
  escalate_email_recipients: string
  escalate_phone_recipients: string
}

import type { UserConfig } from '../../core/types.ts'

export const channels = ['email', 'sms', 'push'] as const
export type Channel = (typeof channels)[number]
/** Kinds that an organisation switches on: each of the API's is named here. */
export type RaisedKind = keyof UserConfig['kind_channels']
const raised: Record<RaisedKind, true> = {
  speeding: true,
  idling: true,
  towed: true,
  no_data: true,
  low_battery: true,
  unplugged: true,
  maintenance_due: true,
  guard: true,
  sensor: true,
  jamming: true,
  proximity: true,
  unknown_key: true,
  licence_expired: true,
  no_show: true,
}
export const raisedKinds = Object.keys(raised) as RaisedKind[]
export const isRaised = (kind: string): kind is RaisedKind => Object.hasOwn(raised, kind)

/** The kinds of alerts, each with its channels. */
export const kinds = [...(['tracker', 'phone', 'return', 'alarm', 'offline'] as const), ...raisedKinds]
export type Kind = (typeof kinds)[number]
export type Matrix = Record<Kind, Channel[]>

/** Until the user saves settings. */
const defaults: AlertFields = {
  alert_tracker_email: true,
  alert_tracker_sms: false,
  alert_tracker_push: true,
  alert_phone_email: true,
  alert_phone_sms: false,
  alert_phone_push: true,
  alert_on_return: false,
  alert_alarms: true,
  alert_offline: false,
  return_channels: null,
  alarm_channels: null,
  offline_channels: null,
  kind_channels: {},
}

/** Which kind of alert goes by which channel. A kind without channels of its own has those of leaving. */
export function matrixOf(config: UserConfig | null): Matrix {
  const settings: AlertFields = config ?? defaults
  const tracker = channels.filter((channel) => settings[`alert_tracker_${channel}`])
  const phone = channels.filter((channel) => settings[`alert_phone_${channel}`])
  const leaving = channels.filter((channel) => tracker.includes(channel) || phone.includes(channel))
  const of = (on: boolean, own: Channel[] | null) =>
    on ? channels.filter((channel) => (own ?? leaving).includes(channel)) : []
  return {
    tracker,
    phone,
    return: of(settings.alert_on_return, settings.return_channels),
    alarm: of(settings.alert_alarms, settings.alarm_channels),
    offline: of(settings.alert_offline, settings.offline_channels),
    ...raisedOf((kind) => of(true, settings.kind_channels[kind] ?? null)),
  }
}

/** A line of the matrix for each of the kinds that an organisation switches on. */
export const raisedOf = <T>(of: (kind: RaisedKind) => T): Record<RaisedKind, T> =>
  Object.fromEntries(raisedKinds.map((kind) => [kind, of(kind)])) as Record<RaisedKind, T>

/**
 * The settings of a matrix; of unchanged kinds nothing, so that they keep following those of leaving.
 *
 * @param own as it was saved, of the kinds that an organisation switches on
 */
export function fieldsOf(matrix: Matrix, before: Matrix, own: KindChannels = {}): Partial<AlertFields> {
  const changed = kinds.filter((kind) => matrix[kind].join() !== before[kind].join())
  const fields: Partial<AlertFields> = {}
  for (const kind of changed) {
    const selected = matrix[kind]
    if (kind === 'tracker' || kind === 'phone') {
      for (const channel of channels) fields[`alert_${kind}_${channel}`] = selected.includes(channel)
    } else if (isRaised(kind)) {
      fields.kind_channels = { ...own, ...fields.kind_channels, [kind]: selected }
    } else {
      fields[flags[kind]] = selected.length > 0
      fields[`${kind}_channels`] = selected
    }
  }
  return fields
}

const flags = { return: 'alert_on_return', alarm: 'alert_alarms', offline: 'alert_offline' } as const

type KindChannels = UserConfig['kind_channels']
type AlertFields = Pick<
  UserConfig,
  | `alert_tracker_${Channel}`
  | `alert_phone_${Channel}`
  | 'alert_on_return'
  | 'alert_alarms'
  | 'alert_offline'
  | 'kind_channels'
  | `${Exclude<Kind, 'tracker' | 'phone' | RaisedKind>}_channels`
>

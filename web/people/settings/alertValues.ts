import type { UserConfig } from '../../core/types.ts'
import { fieldsOf, type Matrix, matrixOf } from './alertMatrix.ts'

/** The fields of the form from saved settings; null: the defaults. Seconds become minutes. */
export function alertValuesOf(config: UserConfig | null): Values {
  return {
    matrix: matrixOf(config),
    kind_channels: config?.kind_channels ?? {},
    alert_others_trackers: config?.alert_others_trackers ?? false,
    remind_every_s: toMinutes(config?.remind_every_s ?? 0),
    escalate_after_s: toMinutes(config?.escalate_after_s ?? 0),
    muted_alarms: config?.muted_alarms ?? [],
    email_recipients: config?.email_recipients ?? '',
    phone_recipients: config?.phone_recipients ?? '',
    escalate_email_recipients: config?.escalate_email_recipients ?? '',
    escalate_phone_recipients: config?.escalate_phone_recipients ?? '',
    has_quiet: Boolean(config?.quiet_from),
    quiet_from: config?.quiet_from ?? '22:00',
    quiet_to: config?.quiet_to ?? '06:00',
  }
}

/** Only what was changed: an untouched field must not undo the change of another tab. */
export function changedOf(values: Values, before: Values): Partial<UserConfig> {
  const [sent, known] = [toSent(values), toSent(before)]
  const changed = Object.entries(sent).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as keyof typeof known]),
  )
  const { quiet, ...fields } = Object.fromEntries(changed) as Partial<typeof sent>
  return {
    ...fields,
    ...(quiet && { quiet_from: quiet[0] ?? null, quiet_to: quiet[1] ?? null }),
    ...fieldsOf(values.matrix, before.matrix, values.kind_channels),
  }
}

function toSent({ matrix: _, kind_channels: _k, has_quiet, quiet_from, quiet_to, ...values }: Values) {
  return {
    ...values,
    remind_every_s: toSeconds(values.remind_every_s),
    escalate_after_s: toSeconds(values.escalate_after_s),
    // Both or neither: the server refuses one alone.
    quiet: has_quiet ? [quiet_from, quiet_to] : [null, null],
  }
}

const toMinutes = (seconds: number) => Math.round((seconds / 60) * 100) / 100
const toSeconds = (minutes: number | string) => Math.round(Number(minutes) * 60)

export type Values = {
  matrix: Matrix
  /** As saved: kinds that are not named follow those of leaving. */
  kind_channels: UserConfig['kind_channels']
  alert_others_trackers: boolean
  /** In minutes, as typed. */
  remind_every_s: number | string
  escalate_after_s: number | string
  muted_alarms: string[]
  email_recipients: string
  phone_recipients: string
  escalate_email_recipients: string
  escalate_phone_recipients: string
  has_quiet: boolean
  quiet_from: string
  quiet_to: string
}

import type { Row } from '#api/client.ts'
import { type RaisedKind, raisedKinds } from '../../people/settings/alertMatrix.ts'
import { type ListValues, listValuesOf, toMinutes, toSeconds } from '../../people/settings/listValues.ts'

/**
 * The fields of the form from saved settings; null: the defaults. Seconds become minutes.
 *
 * @param unsaved the kinds that are raised while nothing was saved, from the resource's schema
 */
export function alertValuesOf(config: Row<'organisationconfig'> | null, unsaved: readonly string[]): Values {
  return {
    ...listValuesOf(config),
    alert_kinds: config?.alert_kinds ?? raisedKinds.filter((kind) => unsaved.includes(kind)),
    no_data_after_s: toMinutes(config?.no_data_after_s ?? 1800),
    alerts_per_hour: config?.alerts_per_hour ?? 20,
    track_opens: config?.track_opens ?? false,
    webhook_url: config?.webhook_url ?? '',
    webhook_secret: config?.webhook_secret ?? '',
  }
}

/** As the API takes them. */
export const toSent = (values: Own) => ({
  alert_kinds: values.alert_kinds,
  track_opens: values.track_opens,
  no_data_after_s: toSeconds(values.no_data_after_s),
  alerts_per_hour: Number(values.alerts_per_hour),
  webhook_url: values.webhook_url.trim() || null,
  webhook_secret: values.webhook_secret || null,
})

type Own = {
  /** Which kinds are raised at all. */
  alert_kinds: RaisedKind[]
  /** In minutes, as typed. */
  no_data_after_s: number | string
  alerts_per_hour: number | string
  track_opens: boolean
  webhook_url: string
  webhook_secret: string
}
export type Values = ListValues & Own

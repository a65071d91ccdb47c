import { useTranslation } from 'react-i18next'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { isRaised } from '../../people/settings/alertMatrix.ts'
import type { Alert } from '../types.ts'

/** What an alert is about, in words. */
export function useAlertText() {
  const { t } = useTranslation()
  const { speed, distance } = useUnits()
  const { time } = useTimes()
  const { nameOf } = useAlarmNames()
  return { sentence, several, what, still }

  /** With the tracker's name and the boundary's, which default to those that came with the alert. */
  function sentence(alert: Alert, names: { tracker?: string; boundary?: string | null } = {}): string {
    const tracker = names.tracker ?? alert.tracker_name ?? t('tracking:alerts.tracker', { id: alert.tracker_id })
    const boundary = names.boundary ?? alert.boundary_name
    if (alert.kind === 'offline') return t('tracking:alerts.offline', { tracker })
    if (alert.kind === 'alarm') return t('tracking:alerts.alarm', { tracker, alarm: nameOf(alert.alarm) })
    if (['arrived', 'departed', 'late'].includes(alert.kind) || isRaised(alert.kind)) {
      return t('tracking:alerts.raised', { tracker, what: what(alert) })
    }
    if (alert.kind === 'entered_boundary') return t('tracking:alerts.entered', { tracker, boundary: boundary ?? '' })
    const key = alert.never_inside ? 'outside' : 'left'
    return boundary ? t(`tracking:alerts.${key}`, { tracker, boundary }) : t(`tracking:alerts.${key}Any`, { tracker })
  }

  /** Several of a kind, which may be about one boundary. */
  function several({ kind, alarm, never_inside }: Alert, count: number, boundary: string | null): string {
    if (kind === 'offline') return t('tracking:alerts.several.offline', { count })
    if (kind === 'alarm') return t('tracking:alerts.several.alarm', { count, alarm: nameOf(alarm) })
    if (kind === 'arrived' || kind === 'departed' || kind === 'late' || isRaised(kind)) {
      return t('tracking:alerts.several.raised', { count, what: t(`tracking:alertsPage.kinds.${kind}`) })
    }
    const key = kind === 'entered_boundary' ? 'entered' : never_inside ? 'outside' : 'left'
    return boundary
      ? t(`tracking:alerts.several.${key}`, { count, boundary })
      : t(`tracking:alerts.several.${key}Any`, { count })
  }

  function what(alert: Alert): string {
    const { kind, boundary_name, alarm, maintenance, sensor, driver, group_name, other_tracker_name } = alert
    if (kind === 'no_show' && driver && group_name) {
      return t('tracking:alertsPage.what.no_show_of_group', { driver, group: group_name })
    }
    const { distance_m, speed_limit, top_speed, expected_at, arrives_at } = alert
    if (kind === 'alarm') return t('tracking:alertsPage.what.alarm', { alarm: nameOf(alarm) })
    if (kind === 'offline') return t('tracking:alertsPage.kinds.offline')
    if (kind === 'maintenance_due') {
      return t('tracking:alertsPage.what.maintenance_due', { maintenance: maintenance ?? '' })
    }
    if (kind === 'sensor' && sensor) return t('tracking:alertsPage.what.sensor', { sensor })
    if (kind === 'proximity' && other_tracker_name && distance_m !== null) {
      return t('tracking:alertsPage.what.proximity', { other: other_tracker_name, distance: distance(distance_m) })
    }
    if ((kind === 'unknown_key' || kind === 'licence_expired' || kind === 'no_show') && driver) {
      return t(`tracking:alertsPage.what.${kind}`, { driver })
    }
    if (isRaised(kind)) {
      const name = t(`tracking:alertsPage.kinds.${kind}`)
      if (speed_limit === null || top_speed === null) return name
      return t('tracking:alertsPage.what.faster', { kind: name, speed: speed(top_speed), limit: speed(speed_limit) })
    }
    const key = kind === 'left_boundary' && alert.never_inside ? 'outside_boundary' : kind
    if (!boundary_name) return t(`tracking:alertsPage.kinds.${kind}`)
    if (kind === 'late' && expected_at && arrives_at) {
      const now = Date.now()
      const times = { expected: time(expected_at, now), arrives: time(arrives_at, now) }
      return t('tracking:alertsPage.what.late_to_come', { boundary: boundary_name, ...times })
    }
    return t(`tracking:alertsPage.what.${key}`, { boundary: boundary_name })
  }

  /** Of an open alert. */
  function still(alert: Alert): string {
    const { kind } = alert
    if (kind === 'arrived' || kind === 'departed') return what(alert)
    return t(`tracking:alertsPage.still.${isRaised(kind) && kind !== 'maintenance_due' ? 'raised' : kind}`)
  }
}

import { useTranslation } from 'react-i18next'
import type { Fleet } from '../fleet/fleet.ts'
import { nameOf } from '../fleet/state.ts'
import type { Alert } from '../types.ts'

/** What an alert says, in a sentence. */
export function useSentence(alert: Alert, fleet: Fleet): string {
  const { t } = useTranslation()
  const found = fleet.byId.get(alert.tracker_id)
  const tracker = found ? nameOf(found) : t('alerts.tracker', { id: alert.tracker_id })
  if (alert.kind === 'alarm') return t('alerts.alarm', { tracker, alarm: alert.alarm ?? '' })
  const boundary = fleet.boundaries.find((each) => each.id === alert.boundary_id)?.name
  return boundary ? t('alerts.left', { tracker, boundary }) : t('alerts.leftAny', { tracker })
}

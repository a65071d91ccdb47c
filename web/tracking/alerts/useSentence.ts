import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../kit/fleet.ts'
import { trackerOf } from '../kit/queries.ts'
import { nameOf } from '../kit/state.ts'
import type { Alert } from '../types.ts'
import { useAlertText } from './useAlertText.ts'

/** An alert as a sentence. */
export function useSentence(alert: Alert, fleet: Fleet): string {
  const { t } = useTranslation()
  const { sentence } = useAlertText()
  const seen = fleet.byId.get(alert.tracker_id)
  const query = useQuery({ ...trackerOf(alert.tracker_id), enabled: fleet.by_view && !seen && !alert.tracker_name })
  const row = seen ?? query.data
  return sentence(alert, {
    tracker: row ? nameOf(row) : (alert.tracker_name ?? t('tracking:alerts.tracker', { id: alert.tracker_id })),
    boundary: fleet.boundaries.find((each) => each.id === alert.boundary_id)?.name ?? alert.boundary_name,
  })
}

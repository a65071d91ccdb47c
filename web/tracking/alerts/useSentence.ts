import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Alert } from '../../core/types.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { trackerOf } from '../fleet/queries.ts'
import { nameOf } from '../fleet/state.ts'

/** An alert as a sentence. */
export function useSentence(alert: Alert, fleet: Fleet): string {
  const { t } = useTranslation()
  const seen = fleet.byId.get(alert.tracker_id)
  const query = useQuery({ ...trackerOf(alert.tracker_id), enabled: fleet.by_view && !seen })
  const row = seen ?? query.data
  const tracker = row ? nameOf(row) : t('tracking:alerts.tracker', { id: alert.tracker_id })
  if (alert.kind === 'offline') return t('tracking:alerts.offline', { tracker })
  if (alert.kind === 'alarm') return t('tracking:alerts.alarm', { tracker, alarm: alert.alarm ?? '' })
  const boundary = fleet.boundaries.find((each) => each.id === alert.boundary_id)?.name ?? alert.boundary_name
  if (alert.kind === 'entered_boundary') return t('tracking:alerts.entered', { tracker, boundary: boundary ?? '' })
  return boundary ? t('tracking:alerts.left', { tracker, boundary }) : t('tracking:alerts.leftAny', { tracker })
}

import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { Alert } from '../types.ts'

/** In words, that an alert is acknowledged or snoozed; null while it waits. */
export function useHandled(): (alert: Alert) => string | null {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  return ({ acknowledged_at, snoozed_until }) => {
    const now = Date.now()
    if (acknowledged_at) return t('tracking:alerts.acknowledged', { time: moment(acknowledged_at) })
    if (!snoozed_until || Date.parse(snoozed_until) <= now) return null
    return t('tracking:alerts.snoozed', { time: time(snoozed_until, now) })
  }
}

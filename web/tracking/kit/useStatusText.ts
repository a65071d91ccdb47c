import { useTranslation } from 'react-i18next'
import { toDuration, toPeriod } from '../../kit/format/format.ts'
import type { Row } from './rows.ts'

/** A tracker's status in one line. */
export function useStatusText(): (row: Shown, now: number) => string {
  const { t } = useTranslation()
  return ({ state, offline_since, since, latest, alert }, now) => {
    if (state === 'inactive') return t('tracking:fleet.inactive')
    if (offline_since) {
      const silent = { duration: toPeriod((now - Date.parse(offline_since)) / 1000) }
      return state === 'outside' ? t('tracking:fleet.outsideOffline', silent) : t('tracking:fleet.offlineFor', silent)
    }
    if (state === 'never') return t('tracking:fleet.never')
    if (state === 'outside') {
      if (!since) return t('tracking:state.outside')
      const seconds = (now - Date.parse(since)) / 1000
      const duration = toDuration(seconds)
      const boundary = alert?.boundary_name
      if (boundary && alert.rule === 'keep_out') return t('tracking:fleet.enteredFor', { boundary, duration })
      if (boundary && alert.rule === 'alone') return t('tracking:fleet.leftFor', { boundary, duration })
      return t('tracking:fleet.outsideFor', { duration })
    }
    if (latest && !latest.fix) return t('tracking:fleet.noFix')
    return state === 'inside' ? t('tracking:fleet.inside') : t('tracking:fleet.unknown')
  }
}

type Shown = Pick<Row, 'state' | 'offline_since' | 'since' | 'latest' | 'alert'>

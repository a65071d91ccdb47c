import { useTranslation } from 'react-i18next'
import { toDuration, toPeriod } from '../ui/format.ts'
import type { Row } from './rows.ts'

/** One line that says how a tracker stands. */
export function useHappened(): (row: Row, now: number) => string {
  const { t } = useTranslation()
  return ({ state, offline_since, since, latest }, now) => {
    if (state === 'inactive') return t('list.inactive')
    if (offline_since) {
      const silent = { duration: toPeriod((now - Date.parse(offline_since)) / 1000) }
      return state === 'outside' ? t('list.outsideOffline', silent) : t('list.offlineFor', silent)
    }
    if (state === 'never') return t('list.never')
    if (state === 'outside') {
      if (!since) return t('state.outside')
      const seconds = (now - Date.parse(since)) / 1000
      return t('list.outsideFor', { duration: toDuration(seconds) })
    }
    if (latest && !latest.fix) return t('list.noFix')
    return state === 'inside' ? t('list.inside') : t('list.unknown')
  }
}

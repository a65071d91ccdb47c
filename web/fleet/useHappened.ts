import { useTranslation } from 'react-i18next'
import { toDuration } from '../ui/format.ts'
import { useTimes } from '../ui/useTimes.ts'
import type { Row } from './rows.ts'

/** One line that says how a tracker stands. */
export function useHappened(): (row: Row, now: number) => string {
  const { t } = useTranslation()
  const { time } = useTimes()
  return ({ state, offline, since, latest }, now) => {
    if (state === 'never' || !latest) return t('list.never')
    if (offline) {
      const last = { time: time(latest.event.received, now) }
      return state === 'outside' ? t('list.outsideOffline', last) : t('list.offlineSince', last)
    }
    if (state === 'outside') {
      const seconds = since ? (now - Date.parse(since)) / 1000 : 0
      return t('list.outsideFor', { duration: toDuration(seconds) })
    }
    if (!latest.fix) return t('list.noFix')
    return state === 'inside' ? t('list.inside') : t('list.unknown')
  }
}
